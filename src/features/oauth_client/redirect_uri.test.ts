/** Which addresses a browser may be sent back to, and which are the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hostOfRedirect,
  isSameRedirect,
  REDIRECT_URI_MAX,
  redirectFault,
  redirectWith,
} from "./redirect_uri.ts";

const long = (length: number) => `https://app.example/${"x".repeat(length - 20)}`;

for (const uri of [
  "https://app.example/callback",
  "https://app.example",
  "https://app.example:8443/callback?from=here",
  "https://app.example?x=1",
  "https://xn--bcher-kva.example/",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:33418",
  "http://localhost:3118/callback",
  "http://[::1]:8000/cb?x=1",
  "com.example.app:/oauth",
  "com.example.app://callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  long(REDIRECT_URI_MAX),
]) {
  test(`redirect URI: ${uri.slice(0, 60)} -> taken`, () => {
    assert.equal(redirectFault(uri), undefined);
    assert.ok(isSameRedirect(uri, uri));
  });
}

const BAD: readonly (readonly [uri: string, says: string])[] = [
  ["", "no address"],
  ["/callback", "is no absolute address"],
  ["//app.example/callback", "is no absolute address"],
  ["HTTPS://app.example/", "is no absolute address"],
  ["https://", "is no absolute address"],
  ["https://app.example/#part", "has a fragment"],
  ["https://user@app.example/", "has a user name"],
  ["https://app.example@evil.example/", "has a user name"],
  ["https://app.example\\@evil.example/", "characters"],
  ["https://app.example/\r\nset-cookie:x", "characters"],
  ["https://app.example/ x", "characters"],
  ["https://аpp.example/", "characters"],
  ["https:app.example/", "usual form"],
  ["https:///app.example/", "usual form"],
  ["https://APP.example/", "usual form"],
  ["https://app.example:443/", "usual form"],
  ["https://0x7f.1/", "usual form"],
  ["http://app.example/callback", "not of loopback"],
  ["http://127.0.0.1.evil.example/", "not of loopback"],
  ["http://127.0.0.1@evil.example/", "not of loopback"],
  ["http://localhost:1@evil.example/", "not of loopback"],
  ["http://0x7f.1/", "not of loopback"],
  ["http://127.0.0.2/", "not of loopback"],
  ["javascript:alert(1)", "has a scheme"],
  ["data:text/html,x", "has a scheme"],
  ["file:///etc/passwd", "has a scheme"],
  ["mailto:ada@app.example", "has a scheme"],
  ["myapp://callback", "has a scheme"],
  [long(REDIRECT_URI_MAX + 1), "more than"],
];
for (const [uri, says] of BAD) {
  test(`redirect URI: ${JSON.stringify(uri.slice(0, 60))} -> ${says}`, () => {
    const fault = redirectFault(uri) ?? "is taken";
    assert.ok(fault.includes(says) || (uri === "" && fault.includes("characters")), fault);
  });
}

const SAME: readonly (readonly [registered: string, asked: string, isSame: boolean])[] = [
  ["http://127.0.0.1/cb", "http://127.0.0.1:41234/cb", true],
  ["http://localhost:3118/cb", "http://localhost:9/cb", true],
  ["http://[::1]/cb?a=1", "http://[::1]:8000/cb?a=1", true],
  ["http://localhost/cb", "http://127.0.0.1/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:1/cb/", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:1/cb?x=1", false],
  ["https://app.example/cb", "https://app.example:8443/cb", false],
  ["https://app.example/cb", "https://app.example/cb/", false],
  ["https://app.example/cb", "https://app.example/cb?x", false],
  ["https://app.example/cb", "https://app.example/CB", false],
  ["https://app.example/cb", "https://evil.example/cb", false],
  ["https://app.example/", "https://app.example/../cb", false],
];
for (const [registered, asked, isSame] of SAME) {
  test(`redirect URI: ${asked} for ${registered} -> ${isSame ? "the same" : "another"}`, () => {
    assert.equal(isSameRedirect(registered, asked), isSame);
  });
}

test("redirect URI: what is handed over -> behind a query that it has, escaped", () => {
  const handed = { code: "a b&c", state: "ü" };
  assert.equal(
    redirectWith("https://a.example/cb", handed),
    "https://a.example/cb?code=a+b%26c&state=%C3%BC",
  );
  assert.equal(
    redirectWith("com.example.app:/cb?x=1", { iss: "https://b" }),
    "com.example.app:/cb?x=1&iss=https%3A%2F%2Fb",
  );
});

test("redirect URI: what people know it by -> the host, the scheme, or this machine", () => {
  assert.deepEqual(hostOfRedirect("https://app.example:8443/cb"), { host: "app.example:8443" });
  assert.deepEqual(hostOfRedirect("com.example.app:/cb"), { scheme: "com.example.app" });
  assert.equal(hostOfRedirect("http://localhost:9/cb"), "loopback");
});
