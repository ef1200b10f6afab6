/**
 * Whoever has a session, or a login that a mail has confirmed, guesses a password or a code: over both edges,
 * in all sessions, at once. The operations are found by what they take; each has to be tried here.
 * A server of its own: its clock stands still until a test moves it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "../../src/features/registry.ts";
import { SESSION_LASTS_MS } from "../../src/features/session/session_document.ts";
import { GUESSES_FREE } from "../../src/features/user/guess_document.ts";
import { askForApproval, letInAgent } from "../support/agents.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import {
  type Browser,
  codeFor,
  codesTo,
  enrol,
  newEmail,
  openPeople,
  PASSWORD,
  type People,
  proofOf,
  STEP_MS,
  totpOf,
} from "../support/people.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

const WRONG = "not the password at all";
const NEXT_PASSWORD = "seven tall yellow lamps";
/** Wrong guesses that are sent at once. */
const AT_ONCE = 24;
/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 12;

const clock = newTestClock();
let server: Server;
let client: Client;
let people: People;

before(async () => {
  const flags = ["--shards", "1", "--edges", "2", "--limit-identity-ip", "0"];
  server = await startServer(flags, newDataDir(), clock);
  client = await openClient(server, { productId: "", apiKey: "" }, { connections: CONNECTIONS });
  people = await openPeople(server);
});
after(async () => {
  client.close();
  people.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** A request of a person; `by`: the session that sends it. */
type Guess = { path: string; body: unknown; by?: Browser };
/** Wrong guesses, more than are judged; and the right one, made when it is sent. */
type Attack = { wrong: Guess[]; right: (by: Browser) => Guess | Promise<Guess>; by: Browser };

/** Sends by one of many connections, so by any edge. */
function send({ path, body, by }: Guess): Promise<Reply> {
  const headers: Record<string, string> = { authorization: "" };
  if (by !== undefined) Object.assign(headers, { cookie: by.cookie, "x-csrf-token": by.csrfToken });
  return client.send("POST", path, body, { headers });
}

/** The code of the next step, which no login has used. */
function nextCode(secret: string): string {
  clock.set(clock.nowMs() + 2 * STEP_MS);
  return totpOf(secret, clock.nowMs());
}

/** Another session of the person. */
async function anotherSession(ada: Browser, totpSecret?: string): Promise<Browser> {
  const other = people.browser(ada.email);
  clock.set(clock.nowMs() + 2 * STEP_MS);
  const login = { totpMs: clock.nowMs(), ...(totpSecret !== undefined && { totpSecret }) };
  await people.logIn(other, login);
  return other;
}

async function begunLogin(ada: Browser): Promise<{ loginId: string; code: string }> {
  const before = codesTo(server, ada.email).length;
  const draft = { email: ada.email, password: PASSWORD, proofOfWork: await proofOf(ada) };
  const loginId = expect(await ada.post("/auth/login", draft), 201).id("loginId");
  return { loginId, code: await codeFor(server, ada.email, before) };
}

async function loginAtFactor(ada: Browser): Promise<string> {
  const visitor = people.browser(ada.email);
  const { loginId, code } = await begunLogin(visitor);
  expect(await visitor.post(`/auth/login/${loginId}/code`, { code }), 200);
  return `/auth/login/${loginId}/mfa`;
}

const times = (guess: Guess): Guess[] => Array.from({ length: AT_ONCE }, () => guess);

/** How a person is attacked through each operation whose guesses count for the person. */
const OF_PERSON: Readonly<Record<string, (ada: Browser) => Promise<Attack>>> = {
  async "user.password.change"(ada) {
    const path = "/users/me/password";
    const body = (currentPassword: string) => ({ currentPassword, newPassword: NEXT_PASSWORD });
    const right = (by: Browser) => ({ path, body: body(PASSWORD), by });
    const by = await anotherSession(ada);
    return { wrong: times({ path, body: body(WRONG), by: ada }), right, by };
  },
  async "user.mfa.totp.enrollment.confirm"(ada) {
    const { secret } = expect(await ada.post("/users/me/mfa/totp/enrollment"), 200).body;
    const path = "/users/me/mfa/totp/enrollment/confirm";
    const right = (by: Browser) => {
      return { path, body: { code: totpOf(String(secret), clock.nowMs()) }, by };
    };
    return { wrong: times({ path, body: { code: "wrong-one" }, by: ada }), right, by: ada };
  },
  async "user.mfa.totp.disable"(ada) {
    const { secret } = await enrol(ada, clock.nowMs());
    const [one, by] = [await anotherSession(ada, secret), await anotherSession(ada, secret)];
    const path = "/users/me/mfa/totp/disable";
    const right = (session: Browser) => {
      return { path, body: { password: PASSWORD, code: nextCode(secret) }, by: session };
    };
    const wrong = times({ path, body: { password: PASSWORD, code: "wrong-one" }, by: one });
    return { wrong, right, by };
  },
  async "user.login.mfa.verify"(ada) {
    const { secret } = await enrol(ada, clock.nowMs());
    const paths = [];
    for (let login = 0; login < 4; login++) paths.push(await loginAtFactor(ada));
    // Five wrong codes retire a login, so the guesses are spread over several.
    const wrong = paths.flatMap((path) => times({ path, body: { code: "wrong-one" } }).slice(0, 4));
    const right = async () => {
      return { path: await loginAtFactor(ada), body: { code: nextCode(secret) } };
    };
    return { wrong, right, by: ada };
  },
  async "agent_approval.approve"(ada) {
    const granting = { scopes: ["products:read"], companyWide: true };
    const { access } = await letInAgent(server, ada, granting);
    const path = `/agent-approvals/${await askForApproval(server, access)}/approve`;
    const right = (by: Browser) => ({ path, body: { password: PASSWORD }, by });
    const by = await anotherSession(ada);
    return { wrong: times({ path, body: { password: WRONG }, by: ada }), right, by };
  },
};

for (const { id, limitsGuesses } of operations) {
  if (limitsGuesses !== "person") continue;
  test(`guesses: ${id}, many wrong ones at once on two edges -> five are judged; the right one waits, in another session too, then is taken`, async () => {
    const ada = await people.founder();
    const { wrong, right, by } = (await OF_PERSON[id]?.(ada)) ?? assert.fail(`${id} is not tried`);
    const replies = await Promise.all(wrong.map(send));
    const judged = replies.filter(({ code }) => code === "invalid_credentials");
    const refused = replies.filter(({ code }) => code === "rate_limited");
    assert.equal(judged.length, GUESSES_FREE);
    assert.equal(refused.length, wrong.length - GUESSES_FREE);
    for (const { status, headers } of refused) {
      assert.deepEqual([status, headers["retry-after"]], [429, "10"]);
    }
    const early = await send(await right(by));
    if (id !== "user.login.mfa.verify" && id !== "user.mfa.totp.disable") {
      // The codes of these two move the clock, and so end the wait.
      assert.deepEqual([early.code, early.headers["retry-after"]], ["rate_limited", "10"]);
      clock.set(clock.nowMs() + 10_000);
    }
    const taken = early.code === "rate_limited" ? await send(await right(by)) : early;
    assert.ok(taken.status < 300, taken.text);
  });
}

/** Begins what a mailed code completes; `guess` sends a code. */
type Begun = { code: string; guess: (code: string) => Promise<Reply> };

/** How each operation is tried whose code is in a mail; each call begins anew, for the same person. */
const OF_MAILS: Readonly<Record<string, () => Promise<() => Promise<Begun>>>> = {
  async "user.login.code.verify"() {
    const ada = await people.founder();
    return async () => {
      const { loginId, code } = await begunLogin(people.browser(ada.email));
      const path = `/auth/login/${loginId}/code`;
      return { code, guess: (sent) => send({ path, body: { code: sent } }) };
    };
  },
  async "user.password.reset.confirm"() {
    const ada = await people.founder();
    return async () => {
      const before = codesTo(server, ada.email).length;
      const draft = { email: ada.email, proofOfWork: await proofOf(ada) };
      const begun = expect(await send({ path: "/auth/password-reset", body: draft }), 202);
      const path = `/auth/password-reset/${begun.id("resetId")}`;
      const code = await codeFor(server, ada.email, before);
      const body = (sent: string) => ({ code: sent, newPassword: NEXT_PASSWORD });
      return { code, guess: (sent) => send({ path, body: body(sent) }) };
    };
  },
  async "user.signup.verify"() {
    const ada = people.browser(newEmail());
    const { email } = ada;
    return async () => {
      const before = codesTo(server, email).length;
      const person = { email, password: PASSWORD, displayName: "Ada", company: "Acme" };
      const draft = { ...person, proofOfWork: await proofOf(ada) };
      const begun = expect(await send({ path: "/auth/signup", body: draft }), 201);
      const path = `/auth/signup/${begun.id("signupId")}/verify`;
      const code = await codeFor(server, email, before);
      return { code, guess: (sent) => send({ path, body: { code: sent } }) };
    };
  },
};

const otherThan = (code: string) => (code.startsWith("0") ? "1" : "0") + code.slice(1);

for (const { id, limitsGuesses } of operations) {
  if (limitsGuesses !== "mailed_code") continue;
  test(`guesses: ${id}, many wrong ones at once -> the right one is refused too; the newest code is taken, whatever came before`, async () => {
    const begin = (await OF_MAILS[id]?.()) ?? assert.fail(`${id} is not tried`);
    for (let round = 0; round < 12; round++) {
      const { code, guess } = await begin();
      const wrong = Array.from({ length: AT_ONCE }, () => guess(otherThan(code)));
      for (const reply of await Promise.all(wrong)) expect(reply, "invalid_credentials");
      expect(await guess(code), "invalid_credentials");
      clock.set(clock.nowMs() + 10_000);
    }
    const { code, guess } = await begin();
    const taken = await guess(code);
    assert.ok(taken.status < 300, taken.text);
  });
}

test("guesses: every other operation that takes a password or a code -> has a test of its own", () => {
  const others = operations
    .filter(({ limitsGuesses }) => limitsGuesses === "proof" || limitsGuesses === "user_code")
    .map(({ id }) => id);
  // `people_attacks.test.ts` and `oauth_clients.test.ts` guess there.
  assert.deepEqual(others, [
    "user.login",
    "device_authorization.retrieve",
    "device_authorization.approve",
    "device_authorization.deny",
  ]);
});

test("session: used after its twelve hours -> session_expired, with the time; one that was begun since works", async () => {
  const founder = await people.founder();
  const { cookie, email } = founder;
  const endsAtMs = clock.nowMs() + SESSION_LASTS_MS;
  clock.set(endsAtMs - 60_000);
  expect(await founder.get("/users/me"), 200);
  clock.set(endsAtMs + 1);
  const expired = await people.browser(email).get("/users/me", { headers: { cookie } });
  expect(expired, "session_expired");
  assert.ok(Date.parse(String(expired.details["expiredAt"])) <= endsAtMs);
  const again = people.browser(email);
  await people.logIn(again);
  expect(await again.get("/users/me"), 200);
});
