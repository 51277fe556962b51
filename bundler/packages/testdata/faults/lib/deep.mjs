export const deep = (key) => {
  /* é */ throw new Error("deep with " + key, { cause: new TypeError("below") });
};
