// effect asks the core to do something and gives the promise of its result. An
// AbortSignal among the options of the last argument takes the request back.
async function effect(cls, method, client, args) {
  const signal = signalOf(args);
  if (signal?.aborted) throw signal.reason;
  if (signal) args = [...args.slice(0, -1), { ...args[args.length - 1], signal: undefined }];
  const [promise, cancel] = host.effect(cls, method, client, args, await definition(client));
  if (!signal) return promise;
  const abort = () => cancel();
  signal.addEventListener("abort", abort);
  try {
    return await promise;
  } catch (e) {
    throw signal.aborted ? signal.reason : e;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function signalOf(args) {
  const last = args[args.length - 1];
  const signal = isObject(last) ? last.signal : undefined;
  return isObject(signal) && typeof signal.addEventListener === "function" ? signal : undefined;
}

// definition tells the core, as long as buildInfra has not told it, what the
// client is.
async function definition(client) {
  if (!state.open || client < 0) return undefined;
  const auth = state.auths[client];
  const known = state.clients[client];
  if (!known.auth_callback) return known;
  return { ...known, auth_callback: false, auth_headers: await headersOf(auth) };
}

// headersOf asks an auth object for its headers and keeps what is text.
async function headersOf(auth) {
  const get = bound(auth, "get_headers");
  const headers = get ? await settled(get()) : {};
  const out = {};
  const entries = typeof headers?.entries === "function" ? headers.entries() : Object.entries(headers ?? {});
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null) out[name] = String(value);
  }
  return out;
}
