// Http is what ctx.http(…) makes: requests by hand, with the client's address,
// headers and auth. The core does them.
class Http {
  async platformRequest(method, path, options = {}) {
    return responseOf(await effect("http", "platform_request", indexOf(this), [method, path, options]));
  }
  envdRequest(envdUrl, rpcPath, options = {}) {
    return effect("http", "envd_request", indexOf(this), [envdUrl, rpcPath, withToken(options)]);
  }
  envdStream(envdUrl, rpcPath, options = {}) {
    return new Deferred(effect("http", "envd_stream", indexOf(this), [envdUrl, rpcPath, withToken(options)]));
  }
  async envdHttpRequest(envdUrl, method, path, options = {}) {
    const args = [envdUrl, method, path, withToken(options)];
    return responseOf(await effect("http", "envd_http_request", indexOf(this), args));
  }
  get base_url() {
    return state.clients[indexOf(this)].base_url;
  }
  get domain() {
    return state.clients[indexOf(this)].domain;
  }
}
for (const key of Object.getOwnPropertyNames(Http.prototype)) {
  if (key !== "constructor") twin(Http.prototype, key);
}

function indexOf(http) {
  const index = clientIndex.get(http);
  if (index === undefined) throw new TypeError("this is not what ctx.http(…) made");
  return index;
}

function withToken(options) {
  const out = { ...options };
  for (const key of ["token", "envd_token", "envdToken"]) {
    if (out[key] === undefined) continue;
    out.token = plainToken(out[key]);
    if (key !== "token") delete out[key];
  }
  return out;
}

// makeClient registers a client; the core learns of all when buildInfra returns.
function makeClient(definition) {
  if (!isObject(definition)) throw new TypeError("ctx.http({ base_url, domain, auth }): the argument is no object");
  if (!state.open) throw new TypeError("ctx.http(…) has to be called in buildInfra: later the core does not know it");
  const auth = read(definition, "auth");
  const fixed = staticHeaders(auth);
  const client = {
    base_url: text(read(definition, "base_url")),
    domain: text(read(definition, "domain")),
    headers: texts(read(definition, "headers")),
    timeout: seconds(read(definition, "timeout", "http_timeout")),
    auth_headers: fixed ?? {},
    auth_callback: fixed === undefined && typeof read(auth, "get_headers") === "function",
    auth_refresh: fixed === undefined && typeof read(auth, "refresh") === "function",
  };
  const http = new Http();
  clientIndex.set(http, state.clients.length);
  state.clients.push(client);
  state.auths.push(auth);
  return http;
}

const text = (v) => (v === undefined || v === null ? "" : String(v));
const seconds = (v) => (Number.isFinite(Number(v)) && Number(v) > 0 ? Number(v) : 0);

function texts(o) {
  const out = {};
  for (const [key, value] of Object.entries(o ?? {})) {
    if (value !== undefined && value !== null) out[key] = String(value);
  }
  return out;
}
