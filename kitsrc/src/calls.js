// The entries that the guest's server calls.
async function start(create, options, core) {
  if (typeof create !== "function") throw new TypeError("the module's default export must be a function: create(kit)");
  const provider = await settled(create(kit));
  const build = bound(provider, "build_infra");
  if (!build) throw new TypeError("create(kit) must return an object with buildInfra(ctx)");
  return describe(await settled(build(makeContext(options, core))));
}

function call(cls, method, args) {
  const o = state.protocols[cls];
  const f = o === undefined ? undefined : lookup(o, method);
  if (typeof f !== "function") throw new errors.ProviderError(`the provider has no ${cls}.${method}`);
  const at = tokenAt(cls, method);
  if (at >= 0 && args.length > at) {
    const { token, sandbox_id } = plainToken(args[at]);
    args[at] = new TokenManager(token, sandbox_id);
  }
  return Reflect.apply(f, o, args);
}

const entries = {
  start,
  call,
  authHeaders: (client) => headersOf(state.auths[client]),
  authRefresh: (client) => bound(state.auths[client], "refresh")?.(),
  close: () => state.close?.(),
  makeError,
  describeError,
  makeStream: (next, stop) => new Stream(next, stop),
  iteratorOf,
  puller,
  stop,
  // settle waits for whatever a provider returned: a value, promise or thenable.
  settle: (v, ok, fail) => { settled(v).then(ok, fail); },
};
