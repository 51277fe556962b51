// What the kit knows of the provider that runs in it.
const CLIENT = Symbol("client"); // on a protocol object: the index of its HTTP client
const state = {
  clients: [], // definitions, by index
  auths: [], // their auth objects
  open: true, // buildInfra has not returned: clients may be made
  basicUser: "user",
  protocols: {},
  close: undefined,
};
const clientIndex = new WeakMap(); // of what ctx.http made
