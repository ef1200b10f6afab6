/** Which requests of strangers count for an e-mail address, and for whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  askedOften,
  countingPasswords,
  mailsIn,
  WRONG,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  FROM,
  IDENTITY_LIMIT,
  newProof,
  openPlatformWorld,
  withNewPepper,
} from "../../../test/world/platform_world.ts";
import { userLogin } from "../user/user.login.ts";
import { userPasswordResetRequest } from "../user/user.password.reset.request.ts";

const MINUTE_MS = 60_000;
const from = (address: string) => ({ from: { ...FROM, address } });

async function worldWithPerson() {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const logIn = async (asking = {}, proofOfWork?: string) => {
    const proof = proofOfWork ?? (await newProof(world.nowMs));
    const input = { email, password: PASSWORD, proofOfWork: proof };
    return await asked(world, userLogin, input, asking);
  };
  return { world, email, logIn };
}

test("identity budget: 50 worthless or used proofs -> count nowhere: the person logs in", async () => {
  const { world, logIn } = await worldWithPerson();
  const used = await newProof(world.nowMs);
  assert.equal((await logIn({}, used)).code, undefined);
  for (let count = 0; count < 50; count++) {
    for (const proof of ["none", used]) {
      const { code, facts } = await logIn({}, proof);
      assert.deepEqual([code, facts], ["invalid_credentials", []]);
    }
  }
  assert.equal((await logIn()).code, undefined);
  assert.deepEqual(
    [...world.state.identityCounts.values()].map(({ count }) => count),
    [2],
  );
});

test("identity budget: another pepper in the minute -> what was counted under the one before counts on", async () => {
  const { world, email, logIn } = await worldWithPerson();
  for (let count = 1; count < IDENTITY_LIMIT; count++) {
    assert.equal((await logIn()).code, undefined);
  }
  const mails = from("198.51.100.2");
  await askedOften(world, userPasswordResetRequest, { email }, mails);
  await withNewPepper(async () => {
    assert.equal((await logIn()).code, undefined);
    assert.equal((await logIn()).code, "rate_limited");
    assert.equal((await logIn(mails)).code, "rate_limited");
    const proofOfWork = await newProof(world.nowMs);
    const elsewhere = from("198.51.100.3");
    const input = { email, proofOfWork };
    const { facts } = await asked(world, userPasswordResetRequest, input, elsewhere);
    assert.deepEqual(mailsIn(facts), []);
  });
});

test("identity budget: one proof sent 20 times at once -> taken and counted once", async () => {
  const { world, email, logIn } = await worldWithPerson();
  const input = { email, password: WRONG, proofOfWork: await newProof(world.nowMs) };
  const prepared = await world.prepare(userLogin, input);
  for (let count = 0; count < 20; count++) {
    assert.equal(world.run(userLogin, input, { prepared }).code, "invalid_credentials");
  }
  assert.deepEqual(
    [...world.state.identityCounts.values()].map(({ count }) => count),
    [1],
  );
  assert.equal((await logIn()).code, undefined);
});

test("identity budget: a stranger with right proofs -> only from where the stranger asks; the person elsewhere goes on", async () => {
  const { world, email, logIn } = await worldWithPerson();
  const wrong = { email, password: WRONG };
  await askedOften(world, userLogin, wrong, from("198.51.100.1"));
  assert.equal((await logIn(from("198.51.100.1"))).code, "rate_limited");
  assert.equal((await logIn(from("198.51.100.2"))).code, undefined);
  await askedOften(world, userLogin, wrong, from("2a01:4f8:1:2:0:0:0:1"));
  assert.equal((await logIn(from("2a01:4f8:1:2:9:9:9:9"))).code, "rate_limited");
  assert.equal((await logIn(from("2a01:4f8:1:3:0:0:0:1"))).code, undefined);
});

test("identity budget: spent, for a known and an unknown address -> one answer, until the minute ends", async () => {
  const { world, email } = await worldWithPerson();
  const answers = [];
  for (const address of [email, "nobody@example.com"]) {
    const wrong = { email: address, password: WRONG };
    await askedOften(world, userLogin, wrong);
    const proofOfWork = await newProof(world.nowMs);
    const { code, message, details, facts } = await asked(world, userLogin, {
      ...wrong,
      proofOfWork,
    });
    assert.deepEqual(facts, []);
    answers.push(JSON.stringify({ code, message, details }));
    const resetAtMs = Date.parse(String(details["resetAt"]));
    assert.equal(resetAtMs % MINUTE_MS, 0);
    assert.ok(resetAtMs > world.nowMs && resetAtMs <= world.nowMs + MINUTE_MS);
  }
  assert.equal(answers[0], answers[1]);
});

test("identity budget: refused for it -> the same request is taken in the next minute, with its proof and its key", async () => {
  const { world, email } = await worldWithPerson();
  await askedOften(world, userLogin, { email, password: WRONG });
  const input = { email, password: PASSWORD, proofOfWork: await newProof(world.nowMs) };
  const keyed = { idempotencyKey: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const early = await asked(world, userLogin, input, keyed);
  const resetAtMs = Date.parse(String(early.details["resetAt"]));
  const seenSpent = await world.prepare(userLogin, input);
  world.nowMs = resetAtMs - 1;
  assert.equal((await asked(world, userLogin, input, keyed)).code, "rate_limited");
  world.nowMs = resetAtMs;
  // A preparation that saw the spent budget has compared no password.
  const late = world.run(userLogin, input, { ...keyed, prepared: seenSpent });
  assert.deepEqual([early.code, late.code], ["rate_limited", "rate_limited"]);
  assert.equal((await asked(world, userLogin, input, keyed)).code, undefined);
  assert.equal(world.state.identityCounts.size, 1);
});

test("identity budget: spent -> no password is compared for a right proof", async () => {
  const { world, email } = await worldWithPerson();
  const counting = countingPasswords(userLogin);
  await askedOften(world, userLogin, { email, password: WRONG });
  const proofOfWork = await newProof(world.nowMs);
  await world.prepare(counting.operation, { email, password: WRONG, proofOfWork });
  assert.equal(counting.compared, 0);
  await world.prepare(
    counting.operation,
    { email, password: WRONG, proofOfWork },
    from("198.51.100.2"),
  );
  assert.equal(counting.compared, 1);
});

test("identity budget: log-ins, resets and sign-ups of one address from one place -> one budget", async () => {
  const { world, email, logIn } = await worldWithPerson();
  await askedOften(world, userPasswordResetRequest, { email });
  assert.equal((await logIn()).code, "rate_limited");
  assert.equal((await logIn(from("198.51.100.2"))).code, undefined);
  assert.ok(IDENTITY_LIMIT > 1);
});
