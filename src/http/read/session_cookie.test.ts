/** The session's cookie, and requests of pages of other sites. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isCrossSite, sessionAnswer, sessionCookiesOf, sessionTextIn } from "./session_cookie.ts";

const TLS = sessionCookiesOf("https://money.example");
const PLAIN = sessionCookiesOf("http://127.0.0.1:8080");

test("cookie: over TLS, on plain HTTP -> with the prefix and Secure, without both", () => {
  assert.equal(TLS.name, "__Host-session");
  assert.match(TLS.attributes, /; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.equal(PLAIN.name, "session");
  assert.ok(!PLAIN.attributes.includes("Secure"));
});

const COOKIES: [header: string, text: string][] = [
  ["", ""],
  ["__Host-session=abc", "abc"],
  ["a=1; __Host-session=abc; b=2", "abc"],
  ["__Host-session=abc;b=2", "abc"],
  ["session=abc", ""],
  ["x__Host-session=abc", ""],
  ["__Host-session=abc; __Host-session=def", ""],
  ["__Host-session=", ""],
  [`__Host-session=abc; pad=${"x".repeat(9_000)}`, ""],
];
for (const [header, text] of COOKIES) {
  test(`cookie: "${header.slice(0, 50)}" -> "${text}"`, () => {
    assert.equal(sessionTextIn(header, TLS), text);
  });
}

test("cookie: a session begins -> its text in the cookie for as long as it lasts, not in the body", () => {
  const createdAt = "2026-01-31T09:30:00.000Z";
  const expiresAt = "2026-01-31T21:30:00.000Z";
  const reply = JSON.stringify({ sessionId: "ses_1", createdAt, expiresAt, sessionToken: "text" });
  const { lines, body } = sessionAnswer("begins", reply, PLAIN);
  const cookie = "session=text; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax";
  assert.equal(lines, `\r\nset-cookie: ${cookie}`);
  assert.deepEqual(JSON.parse(body), { sessionId: "ses_1", createdAt, expiresAt });
});

test("cookie: a login that has begun no session, or is given again -> no cookie", () => {
  const { lines, body } = sessionAnswer("begins", '{"mfaRequired":true}', PLAIN);
  assert.deepEqual([lines, body], ["", '{"mfaRequired":true}']);
});

test("cookie: a session ends -> the cookie is removed, with or without a body", () => {
  for (const reply of ["", "{}"]) {
    const { lines, body } = sessionAnswer("ends", reply, TLS);
    assert.match(lines, /^\r\nset-cookie: __Host-session=; Max-Age=0; Path=\//);
    assert.equal(body, reply);
  }
});

const ORIGIN = "https://money.example";
const REQUESTS: [{ origin?: string; host?: string; fetchSite?: string }, boolean][] = [
  [{}, false],
  [{ origin: ORIGIN }, false],
  [{ origin: "https://evil.example" }, true],
  [{ origin: "null" }, true],
  [{ origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" }, false],
  [{ origin: "http://127.0.0.1:8080", host: "127.0.0.1:8081" }, true],
  [{ origin: `${ORIGIN}.evil.example` }, true],
  [{ fetchSite: "same-origin" }, false],
  [{ fetchSite: "none" }, false],
  [{ fetchSite: "same-site" }, true],
  [{ fetchSite: "cross-site" }, true],
  [{ origin: ORIGIN, fetchSite: "cross-site" }, true],
];
for (const [request, isOther] of REQUESTS) {
  test(`site: ${JSON.stringify(request)} -> ${isOther ? "another" : "this one, or no browser"}`, () => {
    const headers = { origin: "", host: "money.example", fetchSite: "", ...request };
    assert.equal(isCrossSite(headers, ORIGIN), isOther);
  });
}
