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
  var DOMAIN = "e2b.app";
  function host(address) {
    return URL.canParse(address) ? new URL(address).host : "";
  }
  function endpoint(options) {
    if (options.base_url) {
      const base_url = String(options.base_url);
      return { base_url, domain: String(options.domain || host(base_url).replace(/^api\./, "")) };
    }
    const domain = String(options.domain || DOMAIN);
    return { base_url: `https://api.${domain}`, domain };
  }
  function create(kit) {
    class Sandboxes extends kit.SandboxProtocol {
      // Only a secured sandbox has an access token; one without is open to
      // everybody who knows its id.
      create(config, options) {
        return super.create({ ...config, secure: config.secure ?? true }, options);
      }
    }
    return {
      async buildInfra(ctx) {
        const { base_url, domain } = endpoint(ctx.options);
        const auth = ctx.headerKeyAuth(String(ctx.options.api_key), "X-API-Key");
        const http = ctx.http({ base_url, domain, auth });
        return {
          auth,
          http_client: http,
          endpoint: { base_url, domain },
          sandbox_protocol: new Sandboxes(http),
          process_protocol: new kit.ProcessProtocol(http),
          filesystem_protocol: new kit.FilesystemProtocol(http),
          code_interpreter_protocol: new kit.CodeInterpreterProtocol(http)
        };
      }
    };
  }
  return __toCommonJS(provider_exports);
})();
