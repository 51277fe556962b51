// makeContext gives the ctx of buildInfra.
function makeContext(options, core) {
  const log = (...parts) => host.log("info", parts);
  for (const level of ["debug", "info", "warn", "error"]) log[level] = (...parts) => host.log(level, parts);
  log.warning = log.warn;
  const ctx = { options: deepFreeze(options), core: deepFreeze(core), http: makeClient, headerKeyAuth, bearerAuth, log };
  for (const key of Object.keys(ctx)) twin(ctx, key);
  return Object.freeze(ctx);
}

function deepFreeze(o) {
  for (const v of Object.values(o)) {
    if (isObject(v) && !ArrayBuffer.isView(v)) deepFreeze(v);
  }
  return Object.freeze(o);
}
