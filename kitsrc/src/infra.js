// describe makes of buildInfra's result what the core has to know.
function describe(infra) {
  if (!isObject(infra)) throw new TypeError("buildInfra must return an object");
  const protocols = {};
  for (const cls of Object.keys(METHODS)) {
    const o = read(infra, `${cls}_protocol`);
    if (o === undefined || o === null) continue;
    if (!isObject(o)) throw new TypeError(`buildInfra: ${cls}_protocol is no object`);
    protocols[cls] = describeProtocol(cls, o);
    state.protocols[cls] = o;
  }
  const main = mainClient(infra);
  const endpoint = read(infra, "endpoint") ?? {};
  const known = state.clients[main] ?? {};
  const auth = read(infra, "envd_auth") ?? {};
  state.basicUser = text(read(auth, "basic_user")) || (read(auth, "allow_missing") ? "root" : "user");
  state.close = bound(infra, "close");
  state.open = false;
  return {
    base_url: text(read(endpoint, "base_url")) || known.base_url || "",
    domain: text(read(endpoint, "domain")) || known.domain || "",
    clients: state.clients,
    protocols,
    main_client: main,
    envd_dial: dial(read(infra, "envd_dial")),
    envd_auth: { allow_missing: Boolean(read(auth, "allow_missing")), basic_user: text(read(auth, "basic_user")) },
    has_close: state.close !== undefined,
  };
}

function describeProtocol(cls, o) {
  answerBoth(o, cls);
  const plain = !(o instanceof CLASSES[cls]);
  return {
    client: o[CLIENT] ?? -1,
    plain,
    overridden: METHODS[cls].filter((name) => (plain ? changed(o, name) : reaches(o, cls, name))),
  };
}

// mainClient is the client of http_client; where a provider has none, one of
// its endpoint and auth. The control plane's auth goes to a client without one.
function mainClient(infra) {
  const auth = read(infra, "auth");
  let http = read(infra, "http_client");
  if (http === undefined || http === null) {
    const endpoint = read(infra, "endpoint");
    if (!isObject(endpoint)) return -1;
    http = makeClient({ base_url: read(endpoint, "base_url"), domain: read(endpoint, "domain"), auth });
  }
  const index = clientIndex.get(http);
  if (index === undefined) throw new TypeError("buildInfra: http_client is not what ctx.http(…) made");
  if (auth !== undefined && state.auths[index] === undefined) giveAuth(index, auth);
  return index;
}

function giveAuth(index, auth) {
  const fixed = staticHeaders(auth);
  state.auths[index] = auth;
  Object.assign(state.clients[index], {
    auth_headers: fixed ?? {},
    auth_callback: fixed === undefined && typeof read(auth, "get_headers") === "function",
    auth_refresh: fixed === undefined && typeof read(auth, "refresh") === "function",
  });
}

function dial(v) {
  if (v === undefined || v === null) return null;
  const host = Array.isArray(v) ? v[0] : read(v, "host");
  const port = Number(Array.isArray(v) ? v[1] : read(v, "port"));
  if (!host || !(port > 0 && port < 65536)) throw new TypeError("buildInfra: envd_dial must be [host, port]");
  return { host: String(host), port };
}
