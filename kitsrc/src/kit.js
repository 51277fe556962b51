const kit = Object.freeze({
  SandboxProtocol,
  ProcessProtocol,
  FilesystemProtocol,
  CodeInterpreterProtocol,
  e2b: Object.freeze({ overlay }),
  errors,
});
