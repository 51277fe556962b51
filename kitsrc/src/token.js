// TokenManager is what process, file and code methods get as `token`.
class TokenManager {
  constructor(token, sandboxId) {
    this.token = token ?? null;
    this.sandbox_id = sandboxId ?? null;
    Object.defineProperty(this, "sandboxId", {
      get() { return this.sandbox_id; },
      set(v) { this.sandbox_id = v; },
      configurable: true,
    });
  }
  // The headers that envd takes (spec/e2b-wire.md, 1).
  getHeaders() {
    const headers = { Authorization: `Basic ${btoa(`${state.basicUser}:`)}`, "E2b-Sandbox-Port": "49983" };
    if (this.token) headers["X-Access-Token"] = this.token;
    if (this.sandbox_id) headers["E2b-Sandbox-Id"] = this.sandbox_id;
    return headers;
  }
}
hidden(TokenManager.prototype, "get_headers", TokenManager.prototype.getHeaders);

// plainToken gives the form in which a token crosses: of a manager, of an
// author's own object with getters, of text.
function plainToken(t) {
  if (!isObject(t)) return { token: t ?? null, sandbox_id: null };
  let token = read(t, "token", "envd_access_token");
  let sandbox = read(t, "sandbox_id");
  if (token === undefined) {
    const headers = bound(t, "get_headers")?.() ?? {};
    token = headers["X-Access-Token"];
    sandbox ??= headers["E2b-Sandbox-Id"];
  }
  return { token: token ?? null, sandbox_id: sandbox ?? null };
}
