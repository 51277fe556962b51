// kit.errors: the classes of the SDK by name. What is thrown of them reaches
// the caller with its code.
class SandboxError extends Error {
  constructor(message = "", options = {}) {
    super(message, isObject(options) && "cause" in options ? { cause: options.cause } : undefined);
    const more = typeof options === "string" ? { suggestion: options } : options ?? {};
    for (const key of ["code", "suggestion", "provider", "feature", "status"]) {
      if (more[key]) this[key] = more[key];
    }
    if (!this.code) this.code = new.target.code;
  }
}
SandboxError.code = "E8000";
hidden(SandboxError.prototype, "name", "SandboxError");

const errors = { SandboxError };
const errorsByCode = {};

// "name code" under its parent; a code belongs to the first that names it.
const errorTree = {
  SandboxError: [
    "AuthenticationError E1000", "SandboxCreationError E2000", "SandboxNotFoundError E2009", "ExecutionError E3000",
    "FileOperationError E4000", "NetworkError E5000", "ProviderError E8000",
  ],
  AuthenticationError: [
    "InvalidAPIKeyError E1001", "TokenExpiredError E1002", "InvalidCredentialsError E1003", "TokenExchangeError E1004",
  ],
  SandboxCreationError: ["TemplateNotFoundError E2001", "QuotaExceededError E2002", "RegionUnavailableError E2003"],
  ExecutionError: ["CommandTimeoutError E3001", "ProcessError E3002", "CodeExecutionError E3003", "EnvdRpcError E3006"],
  FileOperationError: ["FileNotFoundError_ E4001", "PermissionDeniedError E4002", "FileSizeLimitError E4003"],
  NetworkError: ["ConnectionError_ E5001"],
  ProviderError: [
    "ProviderNotFoundError E8001", "ProviderConfigError E8002", "ProviderConflictError E8003",
    "ProviderFeatureNotSupportedError E8004", "ProviderResourceNotFoundError E8005", "ProviderInstallError E8010",
    "ProviderIntegrityError E8011", "ProviderTrustError E8012", "ProviderVersionError E8013", "ProviderManifestError E8014",
    "ProviderProtocolError E8020", "ProviderProcessError E8021", "ProviderTimeoutError E8022", "ProviderMismatchError E8030",
    "HTTPStatusError E8000",
  ],
};
for (const [parent, rows] of Object.entries(errorTree)) {
  for (const row of rows) {
    const [name, code] = row.split(" ");
    const cls = { [name]: class extends errors[parent] {} }[name];
    cls.code = code;
    hidden(cls.prototype, "name", name);
    errors[name] = cls;
    errorsByCode[code] ??= cls;
  }
}
// Python needs the underscore, JavaScript doesn't.
errors.FileNotFoundError = errors.FileNotFoundError_;
errors.ConnectionError = errors.ConnectionError_;
Object.freeze(errors);

// makeError gives what a failure of the core is thrown as.
function makeError(code, message, suggestion, provider, feature) {
  const cls = errorsByCode[code] ?? errors.ProviderError;
  return new cls(message, { code, suggestion, provider, feature });
}

const codePattern = /^E[0-9]{4}$/;

// describeError reads the code and its company off whatever was thrown: its
// own, or that of the nearest cause that has one.
function describeError(thrown) {
  let e = thrown;
  for (let depth = 0; isObject(e) && depth < 10; depth++) {
    if (typeof e.code === "string" && codePattern.test(e.code)) {
      return { code: e.code, suggestion: e.suggestion, provider: e.provider, feature: e.feature };
    }
    e = e.cause;
  }
  return {};
}
