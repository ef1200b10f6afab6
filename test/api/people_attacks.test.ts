/** Attacks on people's accounts over HTTP, each with the answer that it must get. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { exampleId } from "../../src/contract/document/example.ts";
import { expect, type Reply } from "../support/client.ts";
import {
  type Browser,
  codeFor,
  codesTo,
  enrol,
  invitationTokenIn,
  mailFor,
  mailsTo,
  newEmail,
  openPeople,
  PASSWORD,
  type People,
  proofOf,
  totpOf,
} from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
});
after(async () => {
  people.close();
});

/** A code that is not `code`. */
function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}

async function begin(browser: Browser, email = browser.email, password = PASSWORD) {
  const before = codesTo(server, browser.email).length;
  const proofOfWork = await proofOf(browser);
  const reply = await browser.post("/auth/login", { email, password, proofOfWork });
  return { reply, before, proofOfWork };
}

/** What a refusal says, without what differs from request to request. */
function said({ status, body }: Reply): string {
  const { requestId: _, ...others } = body;
  return JSON.stringify([status, others]);
}

test("attack: five wrong codes -> the right one is refused too; the next login has a code of its own", async () => {
  const ada = await people.founder();
  ada.cookie = "";
  const { reply, before } = await begin(ada);
  const path = `/auth/login/${expect(reply, 201).id("loginId")}/code`;
  const code = await codeFor(server, ada.email, before);
  for (let wrong = 1; wrong <= 5; wrong++) {
    expect(await ada.post(path, { code: otherCode(code, wrong) }), "invalid_credentials");
  }
  expect(await ada.post(path, { code }), "invalid_credentials");
  await people.logIn(ada);
});

test("attack: a code of another login, a code twice -> invalid_credentials", async () => {
  const ada = await people.founder();
  ada.cookie = "";
  const first = await begin(ada);
  const firstCode = await codeFor(server, ada.email, first.before);
  const second = await begin(ada);
  const secondCode = await codeFor(server, ada.email, second.before);
  const pathOf = ({ reply }: { reply: Reply }) =>
    `/auth/login/${expect(reply, 201).id("loginId")}/code`;
  if (firstCode !== secondCode) {
    expect(await ada.post(pathOf(second), { code: firstCode }), "invalid_credentials");
  }
  expect(await ada.post(pathOf(first), { code: firstCode }), 200);
  ada.cookie = "";
  expect(await ada.post(pathOf(first), { code: firstCode }), "invalid_credentials");
});

test("attack: a proof of work twice, of another server, of nobody -> invalid_credentials", async () => {
  const ada = await people.founder();
  ada.cookie = "";
  const { reply, proofOfWork } = await begin(ada);
  expect(reply, 201);
  const { email } = ada;
  for (const proof of [proofOfWork, "e30=", "x", Buffer.from("{}").toString("base64")]) {
    const again = { email, password: PASSWORD, proofOfWork: proof };
    const answer = await ada.post("/auth/login", again);
    assert.ok(["invalid_credentials", "invalid_request"].includes(String(answer.code)), proof);
  }
  const failed = await begin(ada, email, "not the password");
  expect(failed.reply, "invalid_credentials");
  const retried = { email, password: PASSWORD, proofOfWork: failed.proofOfWork };
  expect(await ada.post("/auth/login", retried), "invalid_credentials");
});

test("attack: a code of TOTP twice -> invalid_credentials", async () => {
  const ada = await people.founder();
  const { secret } = await enrol(ada);
  const atMs = Date.now() + 30_000;
  await people.logIn(ada, { totpSecret: secret, totpMs: atMs });
  ada.cookie = "";
  const { reply, before } = await begin(ada);
  const loginId = expect(reply, 201).id("loginId");
  const code = await codeFor(server, ada.email, before);
  expect(await ada.post(`/auth/login/${loginId}/code`, { code }), 200);
  const mfa = { code: totpOf(secret, atMs) };
  expect(await ada.post(`/auth/login/${loginId}/mfa`, mfa), "invalid_credentials");
});

test("attack: no CSRF token, that of another session, a page of another site -> csrf_token_invalid", async () => {
  const [ada, eve] = [await people.founder(), await people.founder()];
  const change = { displayName: "Mallory" };
  const send = (headers: Record<string, string>) =>
    ada.send("PATCH", "/users/me", change, { headers });
  expect(await send({ "x-csrf-token": "" }), "csrf_token_invalid");
  expect(await send({ "x-csrf-token": eve.csrfToken }), "csrf_token_invalid");
  expect(await send({ origin: "https://evil.example" }), "csrf_token_invalid");
  expect(await send({ "sec-fetch-site": "cross-site" }), "csrf_token_invalid");
  expect(await send({ origin: "null" }), "csrf_token_invalid");
  assert.notEqual(expect(await ada.get("/users/me"), 200).at("displayName"), "Mallory");
  expect(await send({ origin: new URL(server.baseUrl).origin }), 200);
});

test("attack: a cookie that was set before the log-in -> the session gets another, and that one nothing", async () => {
  const [ada, eve] = [await people.founder(), await people.founder()];
  const fixed = eve.cookie;
  ada.cookie = fixed;
  const { reply, before } = await begin(ada);
  const code = await codeFor(server, ada.email, before);
  const path = `/auth/login/${expect(reply, 201).id("loginId")}/code`;
  expect(await ada.post(path, { code }), 200);
  assert.notEqual(ada.cookie, fixed);
  const whose = await eve.get("/users/me", { headers: { cookie: fixed } });
  assert.equal(expect(whose, 200).at("email"), eve.email);
});

test("attack: who has an account? wrong password, unknown address, unknown login -> one and the same answer", async () => {
  const ada = await people.founder();
  ada.cookie = "";
  const wrong = await begin(ada, ada.email, "not the password");
  const unknown = await begin(ada, newEmail());
  assert.equal(said(wrong.reply), said(unknown.reply));
  const { reply, before } = await begin(ada);
  const code = await codeFor(server, ada.email, before);
  const loginId = expect(reply, 201).id("loginId");
  const ofWrong = await ada.post(`/auth/login/${loginId}/code`, { code: otherCode(code) });
  const other = `${loginId.slice(0, -1)}${loginId.endsWith("0") ? "1" : "0"}`;
  const ofUnknown = await ada.post(`/auth/login/${other}/code`, { code });
  const plain = (text: string) => text.replaceAll(/"operation":"[^"]*",?/g, "");
  assert.equal(plain(said(ofWrong)), plain(said(ofUnknown)));
  for (const email of [ada.email, newEmail()]) {
    const asked = { email, proofOfWork: await proofOf(ada) };
    const reset = expect(await ada.post("/auth/password-reset", asked), 202);
    assert.deepEqual(Object.keys(reset.body).sort(), ["codeExpiresAt", "resetId"]);
    const proofOfWork = await proofOf(ada);
    const draft = { email, password: PASSWORD, displayName: "A", company: "B", proofOfWork };
    const signup = expect(await ada.post("/auth/signup", draft), 201);
    assert.deepEqual(Object.keys(signup.body).sort(), ["codeExpiresAt", "signupId"]);
  }
});

test("attack: sign-up with an address that has an account -> no code, and its owner is told", async () => {
  const ada = await people.founder();
  const before = mailsTo(server, ada.email).length;
  const eve = people.browser(ada.email);
  const proofOfWork = await proofOf(eve);
  const draft = {
    email: ada.email,
    password: PASSWORD,
    displayName: "E",
    company: "E",
    proofOfWork,
  };
  const signupId = expect(await eve.post("/auth/signup", draft), 201).id("signupId");
  const mail = await mailFor(server, ada.email, before);
  assert.doesNotMatch(mail, /Your code/);
  for (let code = 0; code < 5; code++) {
    const path = `/auth/signup/${signupId}/verify`;
    expect(await eve.post(path, { code: otherCode("000000", code) }), "invalid_credentials");
  }
  assert.equal(eve.cookie, "");
});

test("attack: addresses that look alike, headers in names, a password of 1 MB -> refused or harmless", async () => {
  const ada = people.browser(newEmail());
  const signUp = async (change: Record<string, unknown>) => {
    const proofOfWork = await proofOf(ada);
    const { email } = ada;
    const draft = { email, password: PASSWORD, displayName: "Ada", company: "Acme", proofOfWork };
    return await ada.post("/auth/signup", { ...draft, ...change });
  };
  for (const email of [
    "аda@example.com",
    "ada@exаmple.com",
    "ada@example.com\r\nBcc: x@y.example",
  ]) {
    expect(await signUp({ email }), "invalid_request");
  }
  expect(await signUp({ password: "x".repeat(1_000_000) }), 413);
  expect(await signUp({ password: "x".repeat(200_000) }), "invalid_request");
  const displayName = "Ada\r\nBcc: eve@example.com <script>";
  const named = await signUp({ displayName });
  if (named.status === 201) {
    const mail = await mailFor(server, ada.email);
    assert.doesNotMatch(mail, /^Bcc:/m);
    assert.doesNotMatch(mail, /<script>/);
  } else expect(named, "invalid_request");
  const upper = people.browser(newEmail());
  await people.signUp(upper, { company: "Acme" });
  const shouted = people.browser(upper.email);
  const { reply } = await begin(shouted, upper.email.toUpperCase());
  expect(reply, 201);
});

test("attack: the last owner removes or demotes himself, an admin makes himself owner -> refused", async () => {
  const ada = await people.founder();
  const [own] = expect(await ada.get("/tenant/members"), 200).items() as { memberId: string }[];
  const path = `/tenant/members/${own?.memberId}`;
  for (const refused of [
    await ada.post(`${path}/remove`),
    await ada.send("PATCH", path, { role: "admin" }),
  ]) {
    assert.equal(refused.status, 409, refused.text);
  }
  const email = newEmail();
  expect(await ada.post("/tenant/invitations", { email, role: "admin" }), 201);
  const bob = people.browser(email);
  const invitationToken = invitationTokenIn(await mailFor(server, email));
  await people.signUp(bob, { invitationToken });
  const { memberId } = expect(await bob.get("/tenant/members"), 200)
    .items()
    .find((member) => member["email"] === email) as { memberId: string };
  const promotion = await bob.send("PATCH", `/tenant/members/${memberId}`, { role: "owner" });
  expect(promotion, "missing_required_permission");
  expect(await bob.post(`${path}/remove`), "missing_required_permission");
});

test("attack: the idempotency key of somebody else's request -> one's own answer, not the other's", async () => {
  const [ada, eve] = [await people.founder(), await people.founder()];
  const key = randomUUID();
  const change = { displayName: "Same" };
  const one = expect(await ada.send("PATCH", "/users/me", change, { key }), 200);
  const other = expect(await eve.send("PATCH", "/users/me", change, { key }), 200);
  assert.equal(one.at("email"), ada.email);
  assert.equal(other.at("email"), eve.email);
});

test("attack: ids of other people and companies -> as unknown ones", async () => {
  const [ada, eve] = [await people.founder(), await people.founder()];
  const [session] = expect(await ada.get("/sessions"), 200).items() as { sessionId: string }[];
  const id = session?.sessionId ?? "";
  const unknown = exampleId("ses", 9_999);
  const foreign = await eve.get(`/sessions/${id}`);
  expect(foreign, "session_not_found");
  expect(await eve.post(`/sessions/${id}/revoke`), "session_not_found");
  const plain = (reply: Reply) => said(reply).replaceAll(id, "ID").replaceAll(unknown, "ID");
  assert.equal(plain(foreign), plain(await eve.get(`/sessions/${unknown}`)));
  const [member] = expect(await ada.get("/tenant/members"), 200).items() as { memberId: string }[];
  expect(await eve.get(`/tenant/members/${member?.memberId}`), "resource_not_found");
  expect(await eve.post(`/tenant/members/${member?.memberId}/remove`), "resource_not_found");
  const [entry] = expect(await ada.get("/tenant/audit-events"), 200).items();
  const auditEventId = String(entry?.["auditEventId"]);
  expect(await eve.get(`/tenant/audit-events/${auditEventId}`), "resource_not_found");
  expect(await ada.get(`/tenant/audit-events/${auditEventId}`), 200);
  const tenantId = String(expect(await ada.get("/tenant"), 200).at("tenantId"));
  const asOther = { headers: { "x-service-tenant": tenantId } };
  expect(await eve.get("/tenant", asOther), "tenant_mismatch");
});
