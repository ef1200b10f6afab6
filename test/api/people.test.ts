/**
 * People over HTTP, with a real server on two edges: sign-up to a live key, log-in with a second factor, forgotten
 * passwords, colleagues, and what a restart and a crash keep.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expect, openClient } from "../support/client.ts";
import {
  codeFor,
  codesTo,
  enrol,
  invitationTokenIn,
  mailFor,
  newEmail,
  openPeople,
  PASSWORD,
  type People,
  proofOf,
  STEP_MS,
  totpOf,
} from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

/** A step of TOTP, milliseconds: a code of the next step is taken, and none is taken twice. */
let server: Server;
let people: People;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
});
after(() => people.close());

test("people: sign-up, Product, sandbox key, second factor, live key -> both keys work, each in its place", async () => {
  const ada = await people.founder();
  const me = expect(await ada.get("/users/me"), 200);
  assert.equal(me.at("email"), ada.email);
  assert.equal(me.at("tenants.0.role"), "owner");
  const productId = expect(await ada.post("/products", { name: "Wallet" }), 201).id("productId");
  const keysPath = `/products/${productId}/api-keys`;
  const draft = { name: "server", scopes: ["accounts:read", "accounts:write"] };
  const sandbox = expect(await ada.post(`${keysPath}/sandbox`, draft), 201);
  assert.equal(sandbox.at("origin"), "browser");
  const client = await openClient(server, { productId, apiKey: sandbox.id("key") });
  expect(await client.get(`/accounts?productId=${productId}`), 200);
  expect(await client.get("/transfers?productId=x"), "missing_required_scope");
  expect(await ada.post(`${keysPath}/live`, draft), "mfa_verification_required");
  const { secret } = await enrol(ada);
  expect(await ada.post(`${keysPath}/live`, draft), "mfa_verification_required");
  await people.logIn(ada, { totpSecret: secret });
  expect(await ada.post(`${keysPath}/live`, draft), "product_activation_required");
  await admin(server, "product set", { product: productId, live: "true" });
  const live = expect(await ada.post(`${keysPath}/live`, draft), 201);
  const environment = "live" as const;
  const inLive = await openClient(server, { productId, apiKey: live.id("key"), environment });
  expect(await inLive.get(`/accounts?productId=${productId}`), 200);
  const revoked = await ada.post(`${keysPath}/${live.id("apiKeyId")}/revoke`);
  assert.equal(expect(revoked, 200).at("status"), "revoked");
  for (let time = 0; time < 8; time++) {
    expect(await inLive.get(`/accounts?productId=${productId}`), "key_revoked");
  }
  const feed = expect(await ada.get("/tenant/audit-events?limit=100"), 200);
  const operations = feed.items().map(({ operation }) => operation);
  for (const operation of ["api_key.live.create", "api_key.revoke", "product.create"]) {
    assert.ok(operations.includes(operation), `${operation} in ${operations.join(", ")}`);
  }
  const { actor } = feed.items().find(({ operation }) => operation === "user.signup.verify") ?? {};
  assert.deepEqual(actor, { type: "user", id: me.id("userId") });
  assert.ok(!feed.text.includes(live.id("key")));
  client.close();
  inLive.close();
});

test("people: logged out, logged in again -> the old cookie is revoked, the new one works", async () => {
  const ada = await people.founder();
  const old = { cookie: ada.cookie };
  expect(await ada.post("/sessions/current/logout"), 204);
  assert.equal(ada.cookie, "");
  expect(await ada.get("/users/me", { headers: old }), "session_revoked");
  expect(await ada.get("/users/me"), "session_required");
  await people.logIn(ada);
  expect(await ada.get("/users/me"), 200);
  assert.notEqual(ada.cookie, old.cookie);
});

test("people: a forgotten password -> a new one by mail; every session and token is revoked", async () => {
  const ada = await people.founder();
  const draft = { name: "ci", scopes: ["products:read"] };
  const token = expect(await ada.post("/personal-access-tokens", draft), 201).id("token");
  const withToken = { headers: { cookie: "", authorization: `Bearer ${token}` } };
  expect(await ada.get("/products", withToken), 200);
  const before = codesTo(server, ada.email).length;
  const asked = { email: ada.email, proofOfWork: await proofOf(ada) };
  const reset = expect(await ada.post("/auth/password-reset", asked), 202);
  const code = await codeFor(server, ada.email, before);
  const newPassword = "another long passphrase";
  const path = `/auth/password-reset/${reset.id("resetId")}`;
  expect(await ada.post(path, { code, newPassword }), 204);
  expect(await ada.get("/users/me"), "session_revoked");
  expect(await ada.get("/products", withToken), "session_revoked");
  const wrong = { email: ada.email, password: PASSWORD, proofOfWork: await proofOf(ada) };
  ada.cookie = "";
  expect(await ada.post("/auth/login", wrong), "invalid_credentials");
  await people.logIn(ada, { password: newPassword });
  expect(await ada.get("/users/me"), 200);
});

test("people: an invitation by mail, accepted by sign-up -> a member with that role, in that company only", async () => {
  const ada = await people.founder("Acme");
  const email = newEmail();
  expect(await ada.post("/tenant/invitations", { email, role: "developer" }), 201);
  const mail = await mailFor(server, email);
  const invitationToken = invitationTokenIn(mail);
  const bob = people.browser(email);
  await people.signUp(bob, { invitationToken });
  const [company] = expect(await bob.get("/users/me"), 200).at("tenants") as {
    name: string;
    role: string;
  }[];
  assert.deepEqual([company?.name, company?.role], ["Acme", "developer"]);
  expect(
    await bob.post("/tenant/invitations", { email: newEmail(), role: "viewer" }),
    "missing_required_permission",
  );
  const members = expect(await ada.get("/tenant/members"), 200).items();
  assert.equal(members.length, 2);
  const [, memberOfBob] = [...members].reverse() as { memberId: string; email: string }[];
  const { memberId } = members.find((member) => member["email"] === email) as { memberId: string };
  assert.ok(memberOfBob !== undefined);
  expect(await ada.post(`/tenant/members/${memberId}/remove`), 200);
  for (let time = 0; time < 4; time++) expect(await bob.get("/products"), "session_revoked");
});

test("people: require-MFA switched on -> at once for every session without it; off again -> they work", async () => {
  const ada = await people.founder("Strict");
  const email = newEmail();
  expect(await ada.post("/tenant/invitations", { email, role: "viewer" }), 201);
  const bob = people.browser(email);
  await people.signUp(bob, { invitationToken: invitationTokenIn(await mailFor(server, email)) });
  expect(await bob.get("/tenant"), 200);
  const rules = { requireMfa: true, allowedCidrs: [] };
  expect(await ada.send("PUT", "/tenant/security", rules), "mfa_verification_required");
  const { secret } = await enrol(ada);
  await people.logIn(ada, { totpSecret: secret });
  expect(await ada.send("PUT", "/tenant/security", rules), 200);
  for (let time = 0; time < 4; time++)
    expect(await bob.get("/tenant"), "mfa_verification_required");
  expect(await bob.post("/users/me/mfa/totp/enrollment"), 200);
  expect(await bob.get("/users/me"), 200);
  expect(await ada.send("PUT", "/tenant/security", { ...rules, requireMfa: false }), 200);
  expect(await bob.get("/tenant"), 200);
});

test("people: a founder with a session and with a token -> acts on every Product of the company", async () => {
  const ada = await people.founder();
  const [one, other] = [
    expect(await ada.post("/products", { name: "One" }), 201).id("productId"),
    expect(await ada.post("/products", { name: "Other" }), 201).id("productId"),
  ];
  for (const productId of [one, other]) {
    const entity = { kind: "person", displayName: "Grace Hopper", country: "GB" };
    const customer = expect(await ada.post("/customers", { productId, test: true, entity }), 201);
    expect(await ada.get(`/customers/${customer.id("customerId")}`), 200);
  }
  for (const environment of ["sandbox", "live"]) {
    const headers = { "x-service-environment": environment };
    const listed = expect(await ada.get("/products", { headers }), 200).items();
    assert.deepEqual(
      new Set(listed.map((product) => product["environment"])),
      new Set([environment]),
    );
  }
  assert.equal(expect(await ada.get("/products"), 200).at("items.0.environment"), "sandbox");
  const eve = await people.founder("Other company");
  const foreign = await eve.get(`/products/${one}`);
  const unknown = await eve.get(`/products/${one.slice(0, -1)}${one.endsWith("0") ? "1" : "0"}`);
  assert.equal(foreign.code, "resource_not_found");
  assert.equal(unknown.code, "resource_not_found");
  const { token } = expect(
    await ada.post("/personal-access-tokens", { name: "t", scopes: ["customers:read"] }),
    201,
  ).body as { token: string };
  const withToken = { headers: { cookie: "", authorization: `Bearer ${token}` } };
  assert.equal(
    expect(await ada.get(`/customers?productId=${other}`, withToken), 200).items().length,
    1,
  );
  expect(await ada.get(`/accounts?productId=${other}`, withToken), "missing_required_scope");
});

test("people: killed and started again -> sessions, tokens and revocations as before", async () => {
  const ada = await people.founder();
  const draft = { name: "ci", scopes: ["products:read"] };
  const kept = expect(await ada.post("/personal-access-tokens", draft), 201);
  const gone = expect(await ada.post("/personal-access-tokens", draft), 201);
  const revoke = `/personal-access-tokens/${gone.id("personalAccessTokenId")}/revoke`;
  expect(await ada.post(revoke), 200);
  const [cookie, csrfToken] = [ada.cookie, ada.csrfToken];
  server = await restartedAfterKill(server);
  people.close();
  people = await openPeople(server);
  const again = people.browser(ada.email);
  Object.assign(again, { cookie, csrfToken });
  expect(await again.get("/users/me"), 200);
  expect(await again.send("PATCH", "/users/me", { displayName: "Ada King" }), 200);
  const by = (token: string) => ({ headers: { cookie: "", authorization: `Bearer ${token}` } });
  expect(await again.get("/products", by(kept.id("token"))), 200);
  expect(await again.get("/products", by(gone.id("token"))), "session_revoked");
});

test("people: a recovery code -> a session with a second factor, once", async () => {
  const ada = await people.founder();
  const { secret, recoveryCodes } = await enrol(ada);
  const begin = async () => {
    const [before, proofOfWork] = [codesTo(server, ada.email).length, await proofOf(ada)];
    ada.cookie = "";
    const draft = { email: ada.email, password: PASSWORD, proofOfWork };
    const loginId = expect(await ada.post("/auth/login", draft), 201).id("loginId");
    const code = await codeFor(server, ada.email, before);
    expect(await ada.post(`/auth/login/${loginId}/code`, { code }), 200);
    return `/auth/login/${loginId}/mfa`;
  };
  const [code = ""] = recoveryCodes;
  assert.equal(expect(await ada.post(await begin(), { code }), 200).at("mfa"), true);
  const second = await begin();
  expect(await ada.post(second, { code }), "invalid_credentials");
  const totp = totpOf(secret, Date.now() + STEP_MS);
  expect(await ada.post(second, { code: totp }), 200);
  expect(await ada.post(await begin(), { code: totp }), "invalid_credentials");
});
