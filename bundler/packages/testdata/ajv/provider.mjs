// A JSON-schema validator, which compiles schemas by new Function.
import Ajv from "ajv";
import addFormats from "ajv-formats";

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const valid = ajv.compile({
  type: "object", additionalProperties: false, required: ["owner"],
  properties: {
    owner: { type: "string", format: "email" }, home: { type: "string", format: "uri" }, since: { type: "string", format: "date-time" },
    id: { type: "string", format: "uuid" }, ip: { type: "string", format: "ipv6" }, size: { type: "string", pattern: "^\\p{Lu}+$" },
  },
});

export default (kit) => ({
  buildInfra(ctx) {
    const { api_key, base_url } = ctx.options;
    const auth = ctx.headerKeyAuth(api_key, "X-API-Key"), http = ctx.http({ base_url, domain: "devcloud.test", auth });
    class Checked extends kit.SandboxProtocol {
      async create(config, more) {
        if (!valid(config.metadata)) throw new kit.errors.ProviderConfigError("metadata: " + ajv.errorsText(valid.errors, { dataVar: "metadata" }));
        return super.create(config, more);
      }
    }
    return {
      auth, http_client: http, endpoint: { base_url, domain: "devcloud.test" }, sandbox_protocol: new Checked(http),
      process_protocol: new kit.ProcessProtocol(http), filesystem_protocol: new kit.FilesystemProtocol(http),
      code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
    };
  },
});
