"use strict";var __abx_provider = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // provider.mjs
  var provider_exports = {};
  __export(provider_exports, {
    default: () => create
  });
  function create(kit) {
    class Sandboxes extends kit.SandboxProtocol {
      // My Cloud has no default template and wants names without spaces around.
      create(config, options) {
        const template = String(config.template ?? "").trim() || "base";
        return super.create({ ...config, template }, options);
      }
    }
    return {
      async buildInfra(ctx) {
        const base_url = String(ctx.options.base_url);
        const domain = String(ctx.options.domain);
        const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
        const http = ctx.http({ base_url, domain, auth, headers: { "X-Region": String(ctx.options.region) } });
        const inner = new Sandboxes(http);
        const sandboxes = kit.e2b.overlay(inner, {
          // It says "ready" where everybody else says "running".
          async get_info(id) {
            const info = await inner.get_info(id);
            return info.status === "ready" ? { ...info, status: "running" } : info;
          }
        });
        return {
          auth,
          http_client: http,
          endpoint: { base_url, domain },
          sandbox_protocol: sandboxes,
          process_protocol: new kit.ProcessProtocol(http),
          filesystem_protocol: new kit.FilesystemProtocol(http),
          code_interpreter_protocol: new kit.CodeInterpreterProtocol(http)
        };
      }
    };
  }
  return __toCommonJS(provider_exports);
})();
