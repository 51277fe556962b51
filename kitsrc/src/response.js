// Response of http.platformRequest and http.envdHttpRequest: the whole answer.
class KitResponse {
  constructor({ status, headers, body }) {
    this.status = status;
    this.headers = headers ?? {};
    this.content = body ?? new Uint8Array(0);
  }
  get ok() {
    return this.status >= 200 && this.status < 300;
  }
  get body() {
    return this.content;
  }
  bytes() {
    return this.content;
  }
  text() {
    return new TextDecoder().decode(this.content);
  }
  json() {
    const text = this.text();
    return text === "" ? null : JSON.parse(text);
  }
  // The value of a header, whatever its letters' case; null where it lacks.
  header(name) {
    const key = Object.keys(this.headers).find((k) => k.toLowerCase() === String(name).toLowerCase());
    return key === undefined ? null : this.headers[key];
  }
}
for (const name of ["status_code", "statusCode"]) {
  Object.defineProperty(KitResponse.prototype, name, { get() { return this.status; }, configurable: true });
}

const statusCodes = { 401: "E1001", 403: "E1000", 404: "E8005", 408: "E8022", 429: "E2002" };

// responseOf makes a response of what the core answered; a status of 400 or
// more is thrown, with the response in it.
function responseOf(answer) {
  if (!isObject(answer) || typeof answer.status !== "number") return answer;
  const response = new KitResponse(answer);
  if (response.status < 400) return response;
  const e = new errors.HTTPStatusError(`the server answered ${response.status}`, {
    code: statusCodes[response.status] ?? "E8000",
    status: response.status,
  });
  hidden(e, "response", response);
  hidden(e, "status_code", response.status);
  hidden(e, "statusCode", response.status);
  throw e;
}
