// The methods of the four classes; a test compares them with the core's table.
const METHODS = {
  sandbox: [
    "create", "list", "list_v2", "get_info", "connect", "is_running", "kill", "set_timeout", "pause", "resume",
    "port_url", "application_endpoint",
  ],
  process: [
    "start", "list_processes", "connect_to_process", "update", "send_input", "send_stdin", "send_signal", "kill",
    "open_terminal",
  ],
  filesystem: [
    "stat", "list_dir", "make_dir", "remove", "move", "upload_file", "download_file", "exists", "get_info", "read",
    "read_text", "write", "rename", "watch_dir", "upload_url", "download_url",
  ],
  code_interpreter: ["run_code", "create_context", "list_contexts", "restart_context", "remove_context"],
};

// Those whose result is a stream.
const STREAMS = { process: ["start", "connect_to_process", "open_terminal"], filesystem: ["watch_dir"] };

// tokenAt is the place of the token among a method's arguments, -1 for none.
function tokenAt(cls, method) {
  if (cls === "code_interpreter") return 2;
  if (cls === "sandbox" || method === "open_terminal") return -1;
  return 1;
}

const rest = (args, change) => [args[0], args[1], { ...args[2], ...change }];
const missing = ["E2009", "E4001", "E8005"];

// DERIVED methods go through another one where the provider has changed that
// one, as they do in the SDK's classes: `from` names it, `run` does it.
const DERIVED = {
  sandbox: {
    is_running: {
      from: "get_info",
      async run(o, args) {
        try {
          return (read(await settled(o.get_info(...args)), "status", "state") ?? "running") === "running";
        } catch (e) {
          if (missing.includes(describeError(e).code)) return false;
          throw e;
        }
      },
    },
    application_endpoint: { from: "port_url", run: (o, args) => o.port_url(...args) },
  },
  process: {
    send_stdin: { from: "send_input", run: (o, args) => o.send_input(...args) },
    kill: { from: "send_signal", run: (o, args) => o.send_signal(...rest(args, { signal: 9 })) },
  },
  filesystem: {
    get_info: { from: "stat", run: (o, args) => o.stat(...args) },
    exists: {
      from: "stat",
      async run(o, args) {
        try {
          await settled(o.stat(...args));
          return true;
        } catch (e) {
          if (missing.includes(describeError(e).code)) return false;
          throw e;
        }
      },
    },
    read: { from: "download_file", run: (o, args) => o.download_file(...args) },
    read_text: {
      from: "read",
      async run(o, args) {
        const content = await settled(o.read(...args));
        return typeof content === "string" ? content : new TextDecoder().decode(content);
      },
    },
    write: { from: "upload_file", run: (o, args) => o.upload_file(...args) },
    rename: {
      from: "move",
      run: (o, args) => o.move(...rest(args, { source: read(args[2], "old_path"), destination: read(args[2], "new_path") })),
    },
  },
  code_interpreter: {},
};
