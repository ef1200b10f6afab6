/** How wrong guesses of one person are counted, and how long the next has to wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appCode,
  asked,
  countingPasswords,
  guessUntilWait,
  loginAtFactor,
  NEW_PASSWORD,
  WRONG,
} from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  openPlatformWorld,
  type PlatformAsking,
  type PlatformWorld,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { newSession } from "../session/session_facts.ts";
import { FIRST_WAIT_MS, GUESSES_FREE, GUESSES_KEPT_MS, waitAfter } from "./guess_document.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";
import { userMfaTotpDisable } from "./user.mfa.totp.disable.ts";
import { userPasswordChange } from "./user.password.change.ts";

const WRONG_CHANGE = { currentPassword: WRONG, newPassword: NEW_PASSWORD };
const RIGHT_CHANGE = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
const HOUR_MS = 3_600_000;

async function personIn(world: PlatformWorld) {
  const person = await newPerson(world, await newCompany(world), { mfa: true });
  const asking: PlatformAsking = { caller: person.session };
  const change = async (input: typeof WRONG_CHANGE, by = asking) =>
    await asked(world, userPasswordChange, input, by);
  return { ...person, password: PASSWORD, asking, change };
}

test("guess: wrong ones -> the free ones without a wait, then 10 s, doubled each time, an hour at most", () => {
  const waits = Array.from({ length: 16 }, (_, wrong) => waitAfter(wrong));
  assert.deepEqual(waits.slice(0, GUESSES_FREE), [0, 0, 0, 0, 0]);
  assert.deepEqual(
    waits.slice(GUESSES_FREE, 14).map((ms) => ms / 1_000),
    [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560],
  );
  assert.deepEqual([waits[14], waits[15], waitAfter(1e9)], [HOUR_MS, HOUR_MS, HOUR_MS]);
});

test("guess: before the wait ends, at its end, after it -> no look and no longer wait; the right one is taken and clears", async () => {
  const world = await openPlatformWorld();
  const { asking, change } = await personIn(world);
  await guessUntilWait(world, userPasswordChange, WRONG_CHANGE, asking);
  for (const [afterMs, resetMs] of [
    [0, FIRST_WAIT_MS],
    [FIRST_WAIT_MS - 1, 1],
  ] as const) {
    world.nowMs += afterMs;
    for (const input of [RIGHT_CHANGE, WRONG_CHANGE]) {
      const { code, details, facts } = await change(input);
      assert.deepEqual([code, facts], ["rate_limited", []]);
      assert.equal(Date.parse(String(details["resetAt"])) - world.nowMs, resetMs);
    }
  }
  world.nowMs += 1;
  assert.equal((await change(WRONG_CHANGE)).code, "invalid_credentials");
  const { code, details } = await change(RIGHT_CHANGE);
  assert.equal(code, "rate_limited");
  assert.equal(Date.parse(String(details["resetAt"])) - world.nowMs, 2 * FIRST_WAIT_MS);
  world.nowMs += 2 * FIRST_WAIT_MS;
  assert.equal((await change(RIGHT_CHANGE)).code, undefined);
  assert.equal(world.state.guesses.size, 0);
  for (let wrong = 0; wrong < GUESSES_FREE; wrong++) {
    assert.equal((await change(WRONG_CHANGE)).code, "invalid_credentials");
  }
  assert.equal((await change(WRONG_CHANGE)).code, "rate_limited");
});

test("guess: 150 at once, the right one last -> five are judged, the others refused, the right one too", async () => {
  const world = await openPlatformWorld();
  const { asking } = await personIn(world);
  const inputs = [...Array.from({ length: 149 }, () => WRONG_CHANGE), RIGHT_CHANGE];
  const [wrong, right] = [
    await world.prepare(userPasswordChange, WRONG_CHANGE, asking),
    await world.prepare(userPasswordChange, RIGHT_CHANGE, asking),
  ];
  const codes = inputs.map((input) => {
    const prepared = input === RIGHT_CHANGE ? right : wrong;
    return world.run(userPasswordChange, input, { ...asking, prepared }).code;
  });
  assert.equal(codes.filter((code) => code === "invalid_credentials").length, GUESSES_FREE);
  assert.equal(codes.filter((code) => code === "rate_limited").length, 150 - GUESSES_FREE);
});

test("guess: two sessions, two operations -> one count; another person has none", async () => {
  const world = await openPlatformWorld();
  const { session, change, userId, tenantId } = await personIn(world);
  const other = await newPerson(world, { tenantId }, { role: "admin" });
  const { nowMs, nextId: newId } = world;
  const second = newSession(
    { userId, tenantId, mfa: true },
    platformTools(nowMs).newCredential("session"),
    { address: "198.51.100.1", userAgent: "another" },
    { nowMs, newId },
  );
  world.apply([second]);
  const { sessionId } = second.session;
  const elsewhere = { caller: { ...session, sessionId } };
  const { secret } = enrolTotp(world, userId);
  const disabling = { password: WRONG, code: appCode(world, secret) };
  const attempts = [
    () => change(WRONG_CHANGE),
    () => change(WRONG_CHANGE, elsewhere),
    () => asked(world, userMfaTotpDisable, disabling, elsewhere),
    () => change(WRONG_CHANGE),
    () => asked(world, userMfaTotpDisable, disabling, { caller: session }),
  ];
  for (const attempt of attempts) assert.equal((await attempt()).code, "invalid_credentials");
  assert.equal((await change(RIGHT_CHANGE, elsewhere)).code, "rate_limited");
  assert.equal((await change(RIGHT_CHANGE)).code, "rate_limited");
  const ofOther = await asked(world, userPasswordChange, RIGHT_CHANGE, { caller: other.session });
  assert.equal(ofOther.code, undefined);
});

test("guess: a second factor over many logins -> the fifth wrong one makes the next login wait", async () => {
  const world = await openPlatformWorld();
  const person = await personIn(world);
  const { secret } = enrolTotp(world, person.userId);
  for (let wrong = 0; wrong < GUESSES_FREE; wrong++) {
    const login = await loginAtFactor(world, person);
    const guess = await asked(world, userLoginMfaVerify, { ...login, code: "wrong-codes" });
    assert.equal(guess.code, "invalid_credentials");
  }
  const login = await loginAtFactor(world, person);
  const right = () => ({ ...login, code: appCode(world, secret) });
  const early = await asked(world, userLoginMfaVerify, right());
  assert.deepEqual([early.code, early.facts], ["rate_limited", []]);
  world.nowMs += FIRST_WAIT_MS;
  assert.equal((await asked(world, userLoginMfaVerify, right())).code, undefined);
});

test("guess: the right password between wrong codes -> the count of the codes goes on", async () => {
  const world = await openPlatformWorld();
  const { asking, userId } = await personIn(world);
  const { secret } = enrolTotp(world, userId);
  const wrong = { password: PASSWORD, code: "wrong-codes" };
  await guessUntilWait(world, userMfaTotpDisable, wrong, asking);
  const password = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  assert.equal((await asked(world, userPasswordChange, password, asking)).code, undefined);
  const right = { password: NEW_PASSWORD, code: appCode(world, secret) };
  assert.equal((await asked(world, userMfaTotpDisable, right, asking)).code, "rate_limited");
});

test("guess: a wait that ends between preparation and decision -> too early still, and not counted", async () => {
  const world = await openPlatformWorld();
  const { asking, change } = await personIn(world);
  await guessUntilWait(world, userPasswordChange, WRONG_CHANGE, asking);
  const prepared = await world.prepare(userPasswordChange, RIGHT_CHANGE, asking);
  world.nowMs += FIRST_WAIT_MS;
  const { code } = world.run(userPasswordChange, RIGHT_CHANGE, { ...asking, prepared });
  assert.equal(code, "rate_limited");
  assert.equal((await change(RIGHT_CHANGE)).code, undefined);
});

test("guess: a wrong one is judged while the right one is on its way to its preparation -> taken", async () => {
  const world = await openPlatformWorld();
  const { asking, change } = await personIn(world);
  const sentMs = world.nowMs;
  world.nowMs += 1;
  assert.equal((await change(WRONG_CHANGE)).code, "invalid_credentials");
  // A preparation has the time at which its request came, also where it runs later.
  world.nowMs = sentMs;
  const prepared = await world.prepare(userPasswordChange, RIGHT_CHANGE, asking);
  world.nowMs += 2;
  const { code } = world.run(userPasswordChange, RIGHT_CHANGE, { ...asking, prepared });
  assert.equal(code, undefined);
});

test("guess: while the person waits -> no password is hashed", async () => {
  const world = await openPlatformWorld();
  const { asking } = await personIn(world);
  const counting = countingPasswords(userPasswordChange);
  await world.prepare(counting.operation, RIGHT_CHANGE, asking);
  assert.equal(counting.compared, 1);
  await guessUntilWait(world, userPasswordChange, WRONG_CHANGE, asking);
  await world.prepare(counting.operation, RIGHT_CHANGE, asking);
  assert.equal(counting.compared, 1);
});

test("guess: a day after the last wrong one -> begun anew; a millisecond before -> the count goes on", async () => {
  for (const [afterMs, next] of [
    [GUESSES_KEPT_MS, undefined],
    [GUESSES_KEPT_MS - 1, "rate_limited"],
  ] as const) {
    const world = await openPlatformWorld();
    const { asking, change } = await personIn(world);
    await guessUntilWait(world, userPasswordChange, WRONG_CHANGE, asking);
    world.nowMs += afterMs;
    assert.equal((await change(WRONG_CHANGE)).code, "invalid_credentials");
    assert.equal((await change(RIGHT_CHANGE)).code, next);
  }
});

test("guess: the same key after the wait -> the request that came too early runs", async () => {
  const world = await openPlatformWorld();
  const { asking } = await personIn(world);
  await guessUntilWait(world, userPasswordChange, WRONG_CHANGE, asking);
  const keyed = { ...asking, idempotencyKey: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const early = await asked(world, userPasswordChange, RIGHT_CHANGE, keyed);
  world.nowMs += FIRST_WAIT_MS;
  const late = await asked(world, userPasswordChange, RIGHT_CHANGE, keyed);
  assert.deepEqual([early.code, late.code], ["rate_limited", undefined]);
});
