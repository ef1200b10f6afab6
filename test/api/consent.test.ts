/**
 * What a program and a token reach over HTTP that were let in for little: nothing beyond what they were given,
 * and nothing outside of their company, though their person may do all of it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expect } from "../support/client.ts";
import { openProgram, type Program } from "../support/oauth.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let program: Program;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  program = openProgram(server);
});
after(() => {
  people.close();
  program.close();
});

/** What is not within a consent for something else: method, path with names for ids, the scope that it needs. */
const BEYOND: readonly (readonly [method: string, path: string, scope: string, body?: object])[] = [
  ["GET", "/sessions", "sessions:read"],
  ["GET", "/sessions/SESSION", "sessions:read"],
  ["POST", "/sessions/SESSION/revoke", "sessions:write"],
  ["GET", "/personal-access-tokens", "tokens:read"],
  ["GET", "/personal-access-tokens/TOKEN", "tokens:read"],
  ["POST", "/personal-access-tokens/TOKEN/revoke", "tokens:write"],
  ["PATCH", "/users/me", "user:write", { displayName: "Eve" }],
  ["GET", "/users/me/mfa", "user:read"],
  ["GET", "/tenant/members", "members:read"],
  ["GET", "/tenant/members/MEMBER", "members:read"],
  ["GET", "/tenant/invitations", "members:read"],
  ["GET", "/tenant/security", "security:read"],
];

/** Makes a token of the browser's person for the company. */
async function tokenFor(browser: Browser, tenantId: string, scopes: readonly string[]) {
  const headers = { "x-service-tenant": tenantId };
  const draft = { name: "n", scopes };
  const made = expect(await browser.post("/personal-access-tokens", draft, { headers }), 201);
  return { text: made.id("token"), id: made.id("personalAccessTokenId") };
}

/** A person in two companies: the first one of the sign-up, the second one by the operator. */
async function inTwoCompanies() {
  const ada = await people.founder("Acme");
  const flags = { name: "Other", email: ada.email, "display-name": "Ada" };
  const other = String((await admin(server, "company create", flags))["tenantId"]);
  const me = expect(await ada.get("/users/me"), 200);
  const [own, memberId] = [me.id("tenants.0.tenantId"), me.id("tenants.0.memberId")];
  const sessionId = expect(await ada.get("/sessions/current"), 200).id("sessionId");
  const send = (text: string, method: string, path: string, body?: object) =>
    ada.send(method, path, body, { headers: { authorization: `Bearer ${text}`, cookie: "" } });
  return { ada, own, other, memberId, sessionId, send };
}

test("consent: a login for the catalog and a token of no scope -> who they are for, and their own end; nothing else", async () => {
  const { ada, own, memberId, sessionId, send } = await inTwoCompanies();
  const login = await program.logIn(ada, "catalog:read");
  const bare = await tokenFor(ada, own, []);
  const kept = await tokenFor(ada, own, []);
  for (const text of [login.access, bare.text]) {
    for (const [method, path, scope, body] of BEYOND) {
      const ids = { SESSION: sessionId, TOKEN: kept.id, MEMBER: memberId };
      const at = path.replace(/[A-Z]+$|[A-Z]+(?=\/)/, (name) => ids[name as keyof typeof ids]);
      const refused = expect(await send(text, method, at, body), "missing_required_scope");
      assert.equal(refused.details["scope"], scope);
    }
    const me = expect(await send(text, "GET", "/users/me"), 200);
    assert.deepEqual(
      (me.at("tenants") as { tenantId: string }[]).map((one) => one.tenantId),
      [own],
    );
  }
  expect(await send(bare.text, "POST", `/personal-access-tokens/${bare.id}/revoke`), 200);
  expect(await send(bare.text, "GET", "/users/me"), "session_revoked");
  const logins = expect(await ada.get("/sessions"), 200).items();
  const loginId = logins.find(({ kind }) => kind === "cli")?.["sessionId"];
  expect(await send(login.access, "POST", `/sessions/${loginId}/revoke`), 200);
  expect(await send(login.access, "GET", "/users/me"), "session_revoked");
  expect(await ada.get("/users/me"), 200);
  expect(await send(kept.text, "GET", "/users/me"), 200);
});

test("company: a token of one for sessions and tokens -> those of its company; of the other none is shown or ended", async () => {
  const { ada, own, other, sessionId, send } = await inTwoCompanies();
  const scopes = ["sessions:read", "sessions:write", "tokens:read", "tokens:write"];
  const [here, there] = [await tokenFor(ada, own, scopes), await tokenFor(ada, other, scopes)];
  const idsIn = async (text: string, path: string, field: string) =>
    expect(await send(text, "GET", path), 200)
      .items()
      .map((item) => item[field]);
  assert.deepEqual(await idsIn(here.text, "/sessions", "sessionId"), [sessionId]);
  assert.deepEqual(await idsIn(there.text, "/sessions", "sessionId"), []);
  const tokens = "/personal-access-tokens";
  assert.deepEqual(await idsIn(here.text, tokens, "personalAccessTokenId"), [here.id]);
  assert.deepEqual(await idsIn(there.text, tokens, "personalAccessTokenId"), [there.id]);
  for (const end of ["", "/revoke"]) {
    const method = end === "" ? "GET" : "POST";
    const session = `/sessions/${sessionId}${end}`;
    expect(await send(there.text, method, session), "session_not_found");
    const token = `${tokens}/${here.id}${end}`;
    expect(await send(there.text, method, token), "resource_not_found");
  }
  expect(await ada.get("/users/me"), 200);
  expect(await send(there.text, "POST", `${tokens}/${there.id}/revoke`), 200);
  expect(await send(here.text, "POST", `/sessions/${sessionId}/revoke`), 200);
  expect(await ada.get("/users/me"), "session_revoked");
});
