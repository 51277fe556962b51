const SandboxProtocol = makeClass("SandboxProtocol", "sandbox");
const ProcessProtocol = makeClass("ProcessProtocol", "process");
const FilesystemProtocol = makeClass("FilesystemProtocol", "filesystem");
const CodeInterpreterProtocol = makeClass("CodeInterpreterProtocol", "code_interpreter");
const CLASSES = {
  sandbox: SandboxProtocol,
  process: ProcessProtocol,
  filesystem: FilesystemProtocol,
  code_interpreter: CodeInterpreterProtocol,
};
