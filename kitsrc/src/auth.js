// The headers of the two auth objects whose answer never changes: the core
// keeps them and asks nobody.
const fixedHeaders = new WeakMap();

class KeyAuth {
  constructor(headers) {
    fixedHeaders.set(this, headers);
  }
  getHeaders() {
    return { ...fixedHeaders.get(this) };
  }
  refresh() {}
}
const keyAuthHeaders = KeyAuth.prototype.getHeaders;
hidden(KeyAuth.prototype, "get_headers", keyAuthHeaders);

// staticHeaders gives the headers of an auth object that is as it was made;
// undefined of one that the author made or changed.
function staticHeaders(auth) {
  const headers = isObject(auth) ? fixedHeaders.get(auth) : undefined;
  return headers && auth.getHeaders === keyAuthHeaders && auth.get_headers === keyAuthHeaders ? headers : undefined;
}

const headerKeyAuth = (key, header = "X-API-Key") => new KeyAuth({ [String(header)]: text(key) });
const bearerAuth = (key) => new KeyAuth({ Authorization: `Bearer ${text(key)}` });
