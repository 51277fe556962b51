/**
 * What a provider.mjs sees (node/1). Put this file beside it and a jsconfig.json
 * with "checkJs" on top, and an editor knows every name:
 *
 *     /** @type {import("./kit").Create} *\/
 *     export default function create(kit) { … }
 *
 * Every method and field answers to snake_case and to camelCase, for callers,
 * overlays and subclasses; dates are RFC 3339 text, bytes Uint8Array, streams
 * async iterables.
 */

/** The module's default export. It may be async. */
export type Create = (kit: Kit) => Provider | Promise<Provider>;

export interface Provider {
  /** Called once, with the user's options; builds what the host then calls. */
  buildInfra(ctx: Context): Infra | Promise<Infra>;
}

/** What buildInfra returns. */
export interface Infra {
  /** Authentication of the control plane. */
  auth?: Auth;
  /** What ctx.http made. */
  http_client?: Http;
  httpClient?: Http;
  /** Where the control plane and the sandboxes are. */
  endpoint?: { base_url?: string; baseUrl?: string; domain?: string };
  sandbox_protocol?: Partial<SandboxProtocol>;
  sandboxProtocol?: Partial<SandboxProtocol>;
  process_protocol?: Partial<ProcessProtocol>;
  processProtocol?: Partial<ProcessProtocol>;
  filesystem_protocol?: Partial<FilesystemProtocol>;
  filesystemProtocol?: Partial<FilesystemProtocol>;
  code_interpreter_protocol?: Partial<CodeInterpreterProtocol>;
  codeInterpreterProtocol?: Partial<CodeInterpreterProtocol>;
  /** Every TCP connection to a sandbox goes to this [host, port]; URL, Host header and TLS name stay the sandbox's. */
  envd_dial?: [string, number];
  envdDial?: [string, number];
  /** The envd token may be missing; the name for Basic (default "user", "root" with allow_missing). */
  envd_auth?: { allow_missing?: boolean; basic_user?: string; allowMissing?: boolean; basicUser?: string };
  envdAuth?: Infra["envd_auth"];
  /** Called at the end; one second at most. */
  close?(): void | Promise<void>;
}

/** What buildInfra gets. */
export interface Context {
  /** The fields of [config.fields] that have a value, typed by the manifest; a csv field is text with commas. Frozen. */
  readonly options: Readonly<Record<string, any>>;
  /** The inherited core keys only. Frozen. */
  readonly core: Readonly<Record<string, any>>;
  /** Makes an HTTP client; in buildInfra only. */
  http(definition: HttpDefinition): Http;
  /** Sends key in the header of that name (default "X-API-Key"). */
  headerKeyAuth(key: string, header?: string): Auth;
  header_key_auth(key: string, header?: string): Auth;
  /** Sends "Authorization: Bearer key". */
  bearerAuth(key: string): Auth;
  bearer_auth(key: string): Auth;
  /** Writes to the host's log, as console.* does; never to stdout. */
  readonly log: Log;
}

export interface Log {
  (...parts: unknown[]): void;
  debug(...parts: unknown[]): void;
  info(...parts: unknown[]): void;
  warn(...parts: unknown[]): void;
  warning(...parts: unknown[]): void;
  error(...parts: unknown[]): void;
}

export interface HttpDefinition {
  base_url?: string;
  baseUrl?: string;
  /** The suffix of https://{port}-{sandboxID}.{domain}. */
  domain?: string;
  auth?: Auth;
  headers?: Record<string, string>;
  /** Seconds a request may take. */
  timeout?: number;
}

/** Made by ctx, or an author's own object: asked before each request, refreshed once after a 401. */
export interface Auth {
  getHeaders?(): Record<string, string> | Promise<Record<string, string>>;
  get_headers?(): Record<string, string> | Promise<Record<string, string>>;
  refresh?(): unknown;
}

/** Requests by hand. A status of 400 or more is thrown as kit.errors.HTTPStatusError with `status` and `response`. */
export interface Http {
  readonly base_url: string;
  readonly baseUrl: string;
  readonly domain: string;
  /** A request to the control plane, with its auth. */
  platformRequest(method: string, path: string, options?: PlatformOptions): Promise<KitResponse>;
  platform_request: Http["platformRequest"];
  /** A unary Connect call to a sandbox's envd; gives the decoded answer. */
  envdRequest(envdUrl: string, rpcPath: string, options?: EnvdOptions): Promise<any>;
  envd_request: Http["envdRequest"];
  /** A streaming Connect call; gives the decoded messages. */
  envdStream(envdUrl: string, rpcPath: string, options?: EnvdOptions): Stream<any>;
  envd_stream: Http["envdStream"];
  /** A plain HTTP request to a sandbox's envd (files). */
  envdHttpRequest(envdUrl: string, method: string, path: string, options?: EnvdHttpOptions): Promise<KitResponse>;
  envd_http_request: Http["envdHttpRequest"];
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Seconds. */
  timeout?: number;
  request_timeout?: number;
  signal?: AbortSignal;
}
export interface PlatformOptions extends RequestOptions {
  json?: unknown;
  params?: Record<string, unknown>;
}
export interface EnvdOptions extends RequestOptions {
  payload?: unknown;
  token?: Token | string;
  envd_token?: Token | string;
}
export interface EnvdHttpOptions extends RequestOptions {
  params?: Record<string, unknown>;
  body?: Uint8Array | string;
  content?: Uint8Array | string;
  files?: Record<string, unknown>;
  max_response_bytes?: number;
  token?: Token | string;
  envd_token?: Token | string;
}

export interface KitResponse {
  readonly status: number;
  readonly status_code: number;
  readonly statusCode: number;
  readonly ok: boolean;
  readonly headers: Record<string, string>;
  readonly content: Uint8Array;
  readonly body: Uint8Array;
  /** One header, whatever the case of its name; null where it lacks. */
  header(name: string): string | null;
  json(): any;
  text(): string;
  bytes(): Uint8Array;
}

/** The token manager of a sandbox's envd. */
export interface Token {
  token: string | null;
  sandbox_id?: string | null;
  sandboxId?: string | null;
  /** The headers that envd takes. */
  getHeaders?(): Record<string, string>;
  get_headers?(): Record<string, string>;
}

/** May be iterated at once or awaited first; return() tells the producer to stop. */
export interface Stream<T> extends AsyncIterableIterator<T>, PromiseLike<AsyncIterableIterator<T>> {}
/** What an author's own method may give for one. */
export type Streamed<T> = Stream<T> | AsyncIterable<T> | Promise<AsyncIterable<T>>;

export interface SandboxInfo {
  sandbox_id: string;
  sandboxId?: string;
  template?: string;
  status?: string;
  metadata?: Record<string, string>;
  envd_url?: string;
  envdUrl?: string;
  envd_access_token?: string;
  envdAccessToken?: string;
  envd_version?: string;
  envdVersion?: string;
  started_at?: string;
  startedAt?: string;
  end_at?: string;
  endAt?: string;
  cpu_count?: number;
  cpuCount?: number;
  memory_mb?: number;
  memoryMb?: number;
  domain?: string;
}

export interface SandboxConfig {
  template?: string;
  /** Lifetime in seconds. */
  timeout?: number;
  metadata?: Record<string, string>;
  env_vars?: Record<string, string>;
  envVars?: Record<string, string>;
  cpu?: number;
  memory?: number;
  disk?: number;
  gpu?: string;
  secure?: boolean;
  auto_pause?: boolean;
  autoPause?: boolean;
  provider_options?: Record<string, any>;
  providerOptions?: Record<string, any>;
}

type Call = { signal?: AbortSignal };
type Timed = Call & { request_timeout?: number; requestTimeout?: number };

/** The control plane. */
export declare class SandboxProtocol {
  constructor(http: Http);
  create(config: SandboxConfig, options?: Timed): Promise<SandboxInfo>;
  list(options?: Call & { status?: string; limit?: number; offset?: number }): Promise<SandboxInfo[]>;
  list_v2(options?: Call & { status?: string; limit?: number; cursor?: string }): Promise<SandboxInfo[]>;
  listV2: SandboxProtocol["list_v2"];
  get_info(id: string): Promise<SandboxInfo>;
  getInfo(id: string): Promise<SandboxInfo>;
  connect(id: string): Promise<SandboxInfo>;
  is_running(id: string): Promise<boolean>;
  isRunning(id: string): Promise<boolean>;
  kill(id: string): Promise<void>;
  /** New lifetime, in seconds from now. */
  set_timeout(id: string, seconds: number): Promise<void>;
  setTimeout(id: string, seconds: number): Promise<void>;
  pause(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  port_url(id: string, port: number): Promise<{ url: string; headers?: Record<string, string> }>;
  portUrl(id: string, port: number): Promise<{ url: string; headers?: Record<string, string> }>;
  application_endpoint(id: string, port: number): Promise<{ url: string; headers?: Record<string, string> }>;
  applicationEndpoint(id: string, port: number): Promise<{ url: string; headers?: Record<string, string> }>;
}

export interface ProcessChunk {
  type: "stdout" | "stderr" | "pty" | "exit";
  data?: Uint8Array | string;
  exit_code?: number;
  exitCode?: number;
  pid?: number | string;
}

export interface ProcessStart {
  cmd: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  user?: string;
  /** Seconds; then the process is killed. */
  timeout?: number;
}

type Pid = { pid: number | string };

/** Processes of a sandbox. */
export declare class ProcessProtocol {
  constructor(http: Http);
  start(envdUrl: string, token: Token, options: ProcessStart & Call): Stream<ProcessChunk>;
  list_processes(envdUrl: string, token: Token): Promise<{ pid: number | string; command: string; status: string }[]>;
  listProcesses: ProcessProtocol["list_processes"];
  connect_to_process(envdUrl: string, token: Token, options: Pid & Call): Stream<ProcessChunk>;
  connectToProcess: ProcessProtocol["connect_to_process"];
  update(envdUrl: string, token: Token, options: Pid & { size: { cols: number; rows: number } }): Promise<void>;
  send_input(envdUrl: string, token: Token, options: Pid & { data: Uint8Array | string }): Promise<void>;
  sendInput: ProcessProtocol["send_input"];
  send_stdin(envdUrl: string, token: Token, options: Pid & { data: Uint8Array | string }): Promise<void>;
  sendStdin: ProcessProtocol["send_stdin"];
  send_signal(envdUrl: string, token: Token, options: Pid & { signal: number }): Promise<void>;
  sendSignal: ProcessProtocol["send_signal"];
  kill(envdUrl: string, token: Token, options: Pid): Promise<void>;
  open_terminal(sandboxId: string, options?: { cols?: number; rows?: number }): Stream<ProcessChunk>;
  openTerminal: ProcessProtocol["open_terminal"];
}

export interface FileInfo {
  name: string;
  path: string;
  type: "file" | "directory";
  size?: number;
  modified?: string;
}
type Path = { path: string };

/** Files of a sandbox. */
export declare class FilesystemProtocol {
  constructor(http: Http);
  stat(envdUrl: string, token: Token, options: Path): Promise<FileInfo>;
  get_info(envdUrl: string, token: Token, options: Path): Promise<FileInfo>;
  getInfo(envdUrl: string, token: Token, options: Path): Promise<FileInfo>;
  list_dir(envdUrl: string, token: Token, options: Path): Promise<FileInfo[]>;
  listDir: FilesystemProtocol["list_dir"];
  make_dir(envdUrl: string, token: Token, options: Path): Promise<void>;
  makeDir: FilesystemProtocol["make_dir"];
  remove(envdUrl: string, token: Token, options: Path): Promise<void>;
  move(envdUrl: string, token: Token, options: { source: string; destination: string }): Promise<void>;
  rename(envdUrl: string, token: Token, options: { old_path?: string; new_path?: string; oldPath?: string; newPath?: string }): Promise<void>;
  exists(envdUrl: string, token: Token, options: Path): Promise<boolean>;
  read(envdUrl: string, token: Token, options: Path): Promise<Uint8Array>;
  read_text(envdUrl: string, token: Token, options: Path): Promise<string>;
  readText: FilesystemProtocol["read_text"];
  download_file(envdUrl: string, token: Token, options: Path): Promise<Uint8Array>;
  downloadFile: FilesystemProtocol["download_file"];
  write(envdUrl: string, token: Token, options: Path & { content: Uint8Array | string | AsyncIterable<Uint8Array> }): Promise<void>;
  upload_file(envdUrl: string, token: Token, options: Path & { content: Uint8Array | string | AsyncIterable<Uint8Array>; username?: string }): Promise<void>;
  uploadFile: FilesystemProtocol["upload_file"];
  watch_dir(envdUrl: string, token: Token, options: Path & Call): Stream<{ type: "created" | "modified" | "deleted" | "renamed"; path: string; old_path?: string; oldPath?: string }>;
  watchDir: FilesystemProtocol["watch_dir"];
  upload_url(envdUrl: string, token: Token, options: Path): Promise<string>;
  uploadUrl: FilesystemProtocol["upload_url"];
  download_url(envdUrl: string, token: Token, options: Path): Promise<string>;
  downloadUrl: FilesystemProtocol["download_url"];
}

export interface CodeResult {
  text?: string;
  stdout?: string;
  stderr?: string;
  exit_code?: number;
  exitCode?: number;
  results?: Record<string, any>[];
  error?: { name: string; value: string; traceback: string } | null;
}
export interface CodeOptions {
  code: string;
  language?: string;
  context_id?: string;
  contextId?: string;
  mode?: "stateless" | "default-context";
  timeout?: number;
  envs?: Record<string, string>;
}
type InContext = { context_id?: string; contextId?: string };
type CodeContext = { context_id?: string; contextId?: string; language?: string; cwd?: string };

/** The code interpreter. */
export declare class CodeInterpreterProtocol {
  constructor(http: Http);
  run_code(sandboxId: string, envdUrl: string, token: Token, options: CodeOptions & Call): Promise<CodeResult>;
  runCode: CodeInterpreterProtocol["run_code"];
  create_context(sandboxId: string, envdUrl: string, token: Token, options?: { language?: string }): Promise<CodeContext>;
  createContext: CodeInterpreterProtocol["create_context"];
  list_contexts(sandboxId: string, envdUrl: string, token: Token): Promise<CodeContext[]>;
  listContexts: CodeInterpreterProtocol["list_contexts"];
  restart_context(sandboxId: string, envdUrl: string, token: Token, options: InContext): Promise<void>;
  restartContext: CodeInterpreterProtocol["restart_context"];
  remove_context(sandboxId: string, envdUrl: string, token: Token, options: InContext): Promise<void>;
  removeContext: CodeInterpreterProtocol["remove_context"];
}

/** What is thrown of these reaches the caller with its code (E2009 …); anything else is E8000. */
export declare class SandboxError extends Error {
  constructor(message?: string, options?: { code?: string; suggestion?: string; feature?: string; cause?: unknown } | string);
  code: string;
  suggestion?: string;
  status?: number;
}
type Errors = {
  readonly [name in
    | "SandboxError" | "AuthenticationError" | "InvalidAPIKeyError" | "TokenExpiredError" | "InvalidCredentialsError"
    | "TokenExchangeError" | "SandboxCreationError" | "TemplateNotFoundError" | "QuotaExceededError" | "RegionUnavailableError"
    | "SandboxNotFoundError" | "ExecutionError" | "CommandTimeoutError" | "ProcessError" | "CodeExecutionError" | "EnvdRpcError"
    | "FileOperationError" | "FileNotFoundError_" | "FileNotFoundError" | "PermissionDeniedError" | "FileSizeLimitError"
    | "NetworkError" | "ConnectionError_" | "ConnectionError" | "ProviderError" | "ProviderNotFoundError" | "ProviderConfigError"
    | "ProviderConflictError" | "ProviderFeatureNotSupportedError" | "ProviderResourceNotFoundError" | "ProviderInstallError"
    | "ProviderIntegrityError" | "ProviderTrustError" | "ProviderVersionError" | "ProviderManifestError" | "ProviderProtocolError"
    | "ProviderProcessError" | "ProviderTimeoutError" | "ProviderMismatchError" | "HTTPStatusError"]: typeof SandboxError;
};

export interface Kit {
  readonly SandboxProtocol: typeof SandboxProtocol;
  readonly ProcessProtocol: typeof ProcessProtocol;
  readonly FilesystemProtocol: typeof FilesystemProtocol;
  readonly CodeInterpreterProtocol: typeof CodeInterpreterProtocol;
  readonly e2b: {
    /**
     * A copy of inner in which each given method replaces inner's, in both
     * casings. `this` in them is the overlay; inner's own method is reached
     * through the variable that was passed.
     */
    overlay<T extends object, M extends object>(inner: T, methods: M & ThisType<T & M>): T & M;
  };
  /** The classes of errors by their names in the SDK. */
  readonly errors: Errors;
}
