// A provider that overrides every method of every class and passes each on to
// the kit's own: what comes out must be what comes out untouched. It says on
// its console what was called.
var __abx_provider = {
  default: (kit) => {
    const methods = {
      SandboxProtocol: "create list list_v2 get_info connect is_running kill set_timeout pause resume port_url",
      ProcessProtocol: "start list_processes connect_to_process update send_input send_signal kill open_terminal",
      FilesystemProtocol: "stat list_dir make_dir remove move read read_text write upload_file download_file exists rename watch_dir upload_url download_url",
      CodeInterpreterProtocol: "run_code create_context list_contexts restart_context remove_context",
    };
    const through = (name) => {
      const Base = kit[name];
      class Sub extends Base {}
      for (const method of methods[name].split(" ")) {
        Sub.prototype[method] = function (...args) {
          console.debug("called " + name + "." + method);
          return Base.prototype[method].apply(this, args);
        };
      }
      return Sub;
    };
    return {
      async buildInfra(ctx) {
        const auth = ctx.headerKeyAuth(ctx.options.api_key, "X-API-Key");
        const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth });
        const make = (name) => new (through(name))(http);
        return {
          auth,
          http_client: http,
          endpoint: { base_url: ctx.options.base_url, domain: ctx.options.domain },
          sandbox_protocol: make("SandboxProtocol"),
          process_protocol: make("ProcessProtocol"),
          filesystem_protocol: make("FilesystemProtocol"),
          code_interpreter_protocol: make("CodeInterpreterProtocol"),
        };
      },
    };
  },
};
