// A provider whose buildInfra fails, with a key in its message.
var __abx_provider = {
  default: () => ({
    buildInfra(ctx) { throw new Error("no luck with " + ctx.options.api_key + "\u001b[31m"); },
  }),
};
