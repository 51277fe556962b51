// # halves of surrogates
console.log(["\"\\ud83d\"", "\"\\ude00\\ud83d\"", "\"\ud83d\"", "\"a\\ud83d\\ude00b\\ud83d\""].map((t) => [...Array(JSON.parse(t).length).keys()].map((i) => JSON.parse(t).charCodeAt(i))));
// # numbers
console.log(["1e400", "-1e400", "-0", "1E5", "0.1", "1.50", "123456789012345678901234567890", "5e-324", "1e-400"].map((t) => JSON.parse(t)), JSON.parse("1e400") === Infinity);
// # what is wrong
for (const t of ["", "{", "[", "[1,]", "{a:1}", "<html>", '{"a":1', '"abc', "[1 2]", "tru", "trux", "1 x", '{"a" 1}', '{"a":1,}', '"\t"', "01", "+1", ".5", "5.", "'a'", '"\\x41"', '"\\u12"', "Internal Server Error", "<!DOCTYPE html><html><body>", '{"a":}', "nul", "--1", "-", "1e", "NaN", "undefined", "[object Object]", "Infinity", '"\\', '{"a":1 "b":2}', "[1}", "]", '{"list":[1,2,3],"name":oops,"more":1}']) {
  try { JSON.parse(t); console.log(t, "is fine"); } catch (e) { console.log(e.name, e.message); }
}
// # objects and arrays
console.log(JSON.parse(' \t\n\r{"2":1,"1":2,"a":{"b":[1,{"c":null}],"":[]},"a2":true,"é😀":false}'), Object.keys(JSON.parse('{"__proto__":{"x":1},"constructor":2}')), JSON.parse('{"__proto__":{"x":1}}').x, JSON.parse('{"a":1,"a":2}'), JSON.parse({ toString: () => "[1]" }), JSON.parse(null), probe(() => JSON.parse(Symbol())), JSON.parse("[".repeat(3000) + "]".repeat(3000)).length);
// # revivers
console.log(JSON.parse('[1,2,{"a":3}]', function (k, v) { return k === "a" ? v * 2 : v; }), JSON.parse('{"a":1,"b":[1,2,3]}', (k, v) => v === 2 ? undefined : v), JSON.parse("5", (k, v) => [k, v]), probe(() => JSON.parse("[1]", () => { throw new RangeError("r"); })), JSON.parse("[1]", 5));
const order = []; JSON.parse('{"a":[1,{"b":2}],"c":3}', function (k, v) { order.push(k); return v; }); console.log(order.join());
// # dates that are none
console.log(["1767322800", "2026-00-01", "2026-01-00", "2026-01-02T03:04:05-07", "2026-01-02T03:04:05z", "2026-01-02t03:04:05Z", "2026-01-02T03:04:05.123456Z", "2026", "20260102", "Jan 2 2026 10:00 UTC"].map((t) => [new Date(t).getTime(), Date.parse(t)].join()));
console.log(new Date(-62198755200000).toISOString(), new Date(253402300800000).toISOString(), JSON.stringify(new Date(253402300800000)), new Date(0).toGMTString(), new Date(0).getYear(), Date.length, Date.name, typeof Date(), new Date(new Date(5)).getTime(), new Date({ valueOf: () => 7 }).getTime(), new Date({ toString: () => "2026-01-02" }).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date(2026, 0, 2).getDate(), new (class D extends Date { get n() { return 1; } })(5).n, new Date(0), [new Date(0)], Object.prototype.toString.call(new Date()), new Date(0).constructor === Date, probe(() => new Date(NaN).toISOString()), probe(() => new Date(Symbol())));
// # forms of numbers and times
console.log((0.256).toLocaleString("en-US", { style: "percent" }), (0.2567).toLocaleString("en-US", { style: "percent", minimumFractionDigits: 1 }), (5).toLocaleString("en-US", { minimumIntegerDigits: 2 }), (1e21).toLocaleString(), (1234.5).toLocaleString("en-US", { style: undefined, useGrouping: false }), new Date(Date.UTC(2026, 0, 1, 13, 5)).toLocaleTimeString("en-US", { hour12: false, timeZone: "UTC" }), new Date(0).toLocaleDateString("en-US", { timeZone: "GMT" }));
