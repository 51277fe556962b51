// Two signing libraries: aws4fetch signs a request as AWS does, jose makes and
// checks a token with HMAC.
import { AwsClient, AwsV4Signer } from "aws4fetch";
import { SignJWT, decodeProtectedHeader, jwtVerify } from "jose";

export default (kit) => ({
  buildInfra(ctx) {
    const { api_key, base_url } = ctx.options;
    const auth = {
      async getHeaders() {
        const token = await new SignJWT({ scope: "sandboxes" }).setProtectedHeader({ alg: "HS256" }).setIssuer("provider").setIssuedAt().setExpirationTime("2h")
          .sign(new TextEncoder().encode(api_key));
        return { Authorization: "Bearer " + token };
      },
      refresh() {},
    };
    const http = ctx.http({ base_url, domain: "example.com", auth });
    return {
      auth, http_client: http, endpoint: { base_url, domain: "example.com" },
      sandbox_protocol: kit.e2b.overlay(new kit.SandboxProtocol(http), {
        async create() {
          const signed = await new AwsV4Signer({
            method: "POST", url: "https://s3.us-east-1.amazonaws.com/bucket/key?b=2&a=1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            datetime: "20150830T123600Z", headers: { "content-type": "text/plain" }, body: "hello",
          }).sign();
          console.log("signature", signed.headers.get("authorization"));
          const aws = new AwsClient({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: api_key, service: "execute-api", region: "eu-west-1", retries: 0 });
          const r = await aws.fetch(base_url + "/aws", { method: "PUT", body: JSON.stringify({ a: 1 }) });
          console.log("answer", r.status, await r.text());
          const { Authorization } = await auth.getHeaders(), token = Authorization.slice(7);
          const { payload } = await jwtVerify(token, new TextEncoder().encode(api_key), { issuer: "provider" });
          console.log("token", decodeProtectedHeader(token).alg, payload.scope, payload.exp - payload.iat);
          try { await jwtVerify(token, new TextEncoder().encode("another")); } catch (e) { console.log("refused", e.code); }
          return { sandbox_id: "signed", status: "running", template: "base" };
        },
      }),
      process_protocol: new kit.ProcessProtocol(http), filesystem_protocol: new kit.FilesystemProtocol(http),
      code_interpreter_protocol: new kit.CodeInterpreterProtocol(http),
    };
  },
});
