/**
 * What a stranger without the mailbox can do with the codes of mails, and what he cannot: keep the person
 * from a code that works, or guess one but by a chance that is bounded for the day.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  begunLogin,
  begunReset,
  begunSignup,
  codeIn,
  mailsIn,
  NEW_PASSWORD,
  wrongOf,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  FROM,
  IDENTITY_LIMIT,
  newProof,
  openPlatformWorld,
  type PlatformWorld,
  withNewPepper,
} from "../../../test/world/platform_world.ts";
import {
  ATTEMPTS,
  ATTEMPTS_OF_OTHERS,
  CODE_LASTS_MS,
  GUESSES_OF_DAY_MAX,
  WRONG_CODES_WINDOW_MS,
} from "./pending_document.ts";
import type { PasswordResetFact } from "./pending_facts.ts";
import { userLoginCodeVerify } from "./user.login.code.verify.ts";
import { userPasswordResetConfirm } from "./user.password.reset.confirm.ts";
import { userPasswordResetRequest } from "./user.password.reset.request.ts";
import { userSignup } from "./user.signup.ts";
import { userSignupVerify } from "./user.signup.verify.ts";

const MINUTE_MS = 60_000;
const from = (address: string) => ({ from: { ...FROM, address } });
/** The network of the n-th stranger. */
const stranger = (number: number) => from(`198.51.${number >> 8}.${number & 255}`);

/** What each of the three begins for one address, and how a code is sent. */
const BEGUN = {
  login: async (world: PlatformWorld, email: string) => {
    const { loginId, code } = await begunLogin(world, { email, password: PASSWORD });
    return {
      code,
      send: (sent: string, asking = {}) => {
        return asked(world, userLoginCodeVerify, { loginId, code: sent }, asking);
      },
    };
  },
  reset: async (world: PlatformWorld, email: string) => {
    const { resetId, code } = await begunReset(world, email);
    return {
      code,
      send: (sent: string, asking = {}) => {
        const input = { resetId, code: sent, newPassword: NEW_PASSWORD };
        return asked(world, userPasswordResetConfirm, input, asking);
      },
    };
  },
  "sign-up": async (world: PlatformWorld, email: string) => {
    const { signupId, code } = await begunSignup(world, { email: `new.${email}` });
    return {
      code,
      send: (sent: string, asking = {}) => {
        return asked(world, userSignupVerify, { signupId, code: sent }, asking);
      },
    };
  },
};

async function worldWithPerson() {
  const world = await openPlatformWorld();
  const person = await newPerson(world, await newCompany(world));
  return { world, ...person };
}

for (const [what, begin] of Object.entries(BEGUN)) {
  test(`mailed codes: a ${what} begun again and again, wrong codes each time -> never more guesses of six digits than the day has; each newest code works`, async () => {
    const { world, email } = await worldWithPerson();
    let guesses = 0;
    let longCodes = 0;
    for (let round = 0; round < 90; round++) {
      const { code, send } = await begin(world, email);
      if (code.length === 12) longCodes++;
      for (let wrong = 0; wrong <= ATTEMPTS; wrong++) {
        const sent = code.length === 12 ? "0".repeat(12) : wrongOf(code);
        const { facts } = await send(sent);
        if (code.length === 6) guesses += facts.length;
      }
      assert.deepEqual((await send(code)).facts, []);
      world.nowMs += MINUTE_MS;
    }
    assert.ok(guesses <= GUESSES_OF_DAY_MAX, `${guesses} guesses of six digits`);
    assert.ok(longCodes > 0 && longCodes < 90, `${longCodes} codes of twelve digits`);
    const { code, send } = await begin(world, email);
    assert.match(code, /^[0-9]{12}$/);
    assert.equal((await send(code)).code, undefined);
    world.nowMs += WRONG_CODES_WINDOW_MS;
    if (what === "login") assert.match((await begin(world, email)).code, /^[0-9]{6}$/);
  });
}

for (const [what, begin] of Object.entries(BEGUN)) {
  test(`mailed codes: another pepper between the mail and the code of a ${what} -> taken, after four wrong ones of who asked and three of strangers`, async () => {
    const { world, email } = await worldWithPerson();
    const { code, send } = await begin(world, email);
    await withNewPepper(async () => {
      for (let wrong = 0; wrong <= ATTEMPTS_OF_OTHERS; wrong++) {
        const { facts } = await send(wrongOf(code), stranger(wrong));
        assert.equal(facts.length, wrong < ATTEMPTS_OF_OTHERS ? 1 : 0);
      }
      for (let wrong = 1; wrong < ATTEMPTS; wrong++) {
        assert.equal((await send(wrongOf(code))).facts.length, 1);
      }
      assert.equal((await send(code)).code, undefined);
    });
  });
}

test("mailed codes: many resets begun and none tried -> no more guesses are possible than the day has; in 10 minutes as before", async () => {
  const { world, email } = await worldWithPerson();
  const most = Math.floor(GUESSES_OF_DAY_MAX / (ATTEMPTS + ATTEMPTS_OF_OTHERS));
  const lengths = [];
  for (let count = 0; count < most + 5; count++) {
    lengths.push((await begunReset(world, email, stranger(count))).code.length);
    world.nowMs += MINUTE_MS / 10;
  }
  assert.equal(lengths.filter((length) => length === 6).length, most);
  assert.deepEqual(lengths.slice(most), [12, 12, 12, 12, 12]);
  world.nowMs += CODE_LASTS_MS;
  assert.equal((await begunReset(world, email)).code.length, 6);
});

test("mailed codes: a stranger who finds the id of another's reset -> retires it for strangers alone", async () => {
  const { world, email } = await worldWithPerson();
  const { code, resetId } = await begunReset(world, email);
  const send = (sent: string, asking = {}) => {
    const input = { resetId, code: sent, newPassword: NEW_PASSWORD };
    return asked(world, userPasswordResetConfirm, input, asking);
  };
  for (let wrong = 0; wrong < ATTEMPTS_OF_OTHERS; wrong++) {
    assert.equal((await send(wrongOf(code), stranger(wrong))).facts.length, 1);
  }
  const late = await send(code, stranger(9));
  assert.deepEqual([late.code, late.facts], ["invalid_credentials", []]);
  for (let wrong = 1; wrong < ATTEMPTS; wrong++) await send(wrongOf(code));
  assert.equal((await send(code)).code, undefined);
});

test("mailed codes: the person asked at one place and types at another -> taken", async () => {
  const { world, email } = await worldWithPerson();
  const { code, resetId } = await begunReset(world, email);
  const input = { resetId, code, newPassword: NEW_PASSWORD };
  assert.equal((await asked(world, userPasswordResetConfirm, input, stranger(1))).code, undefined);
});

test("mailed codes: strangers use up the mails of the minute -> the person's request gets no mail, and the newest code of the mailbox works for it", async () => {
  const { world, email } = await worldWithPerson();
  let newest = "";
  for (let count = 0; count < IDENTITY_LIMIT; count++) {
    newest = (await begunReset(world, email, stranger(count))).code;
    world.nowMs += 100;
  }
  const replies = [];
  for (const address of [email, "nobody@example.com"]) {
    const proofOfWork = await newProof(world.nowMs);
    const input = { email: address, proofOfWork };
    const { code, reply, facts } = await asked(world, userPasswordResetRequest, input);
    assert.equal(code, undefined);
    assert.deepEqual(mailsIn(facts), []);
    replies.push(reply);
  }
  const [own, unknown] = replies;
  assert.equal(own.codeExpiresAt, unknown.codeExpiresAt);
  const input = { resetId: own.resetId, code: newest, newPassword: NEW_PASSWORD };
  assert.equal((await asked(world, userPasswordResetConfirm, input)).code, undefined);
});

test("mailed codes: the mails of the minute are used up and their codes retired -> the person gets a mail", async () => {
  const { world, email } = await worldWithPerson();
  for (let count = 0; count < IDENTITY_LIMIT; count++) {
    const { resetId, code } = await begunReset(world, email, stranger(count));
    const input = { resetId, code: wrongOf(code), newPassword: NEW_PASSWORD };
    for (let wrong = 0; wrong < ATTEMPTS; wrong++) {
      await asked(world, userPasswordResetConfirm, input, stranger(count));
    }
  }
  const { code, resetId } = await begunReset(world, email);
  const input = { resetId, code, newPassword: NEW_PASSWORD };
  assert.equal((await asked(world, userPasswordResetConfirm, input)).code, undefined);
});

test("mailed codes: strangers begin sign-ups with an address -> its owner signs up with the newest code, with the own password", async () => {
  const world = await openPlatformWorld();
  const email = "new@example.com";
  const draft = { email, password: NEW_PASSWORD, displayName: "Grace", company: "Hopper Ltd" };
  let newest = "";
  for (let count = 0; count < IDENTITY_LIMIT; count++) {
    const proofOfWork = await newProof(world.nowMs);
    const stranded = { ...draft, password: "an entirely other phrase", proofOfWork };
    newest = codeIn(await asked(world, userSignup, stranded, stranger(count)), email);
    world.nowMs += 100;
  }
  const own = await asked(world, userSignup, {
    ...draft,
    proofOfWork: await newProof(world.nowMs),
  });
  assert.deepEqual(mailsIn(own.facts), []);
  const { signupId } = own.reply;
  assert.equal((await asked(world, userSignupVerify, { signupId, code: newest })).code, undefined);
  await begunLogin(world, { email, password: NEW_PASSWORD });
});

test("mailed codes: strangers want to sign up with a known address -> no more mails in a minute than an address gets", async () => {
  const { world, email } = await worldWithPerson();
  let mails = 0;
  for (let count = 0; count < 3 * IDENTITY_LIMIT; count++) {
    const proofOfWork = await newProof(world.nowMs);
    const draft = { email, password: NEW_PASSWORD, displayName: "Eve", company: "Eve Ltd" };
    const { code, facts } = await asked(
      world,
      userSignup,
      { ...draft, proofOfWork },
      stranger(count),
    );
    assert.equal(code, undefined);
    mails += mailsIn(facts).length;
  }
  assert.equal(mails, IDENTITY_LIMIT);
});

test("mailed codes: a reset that was begun before senders were kept -> five attempts of anybody", async () => {
  const { world, email } = await worldWithPerson();
  const { resetId, code } = await begunReset(world, email);
  const [begun] = [...world.state.passwordResets.values()];
  assert.ok(begun !== undefined);
  const { realm: _, requester: __, attemptsOfOthers: ___, ...passwordReset } = begun;
  const fact: PasswordResetFact = { kind: "password_reset.changed.1", passwordReset };
  world.apply([fact]);
  const send = (sent: string, number: number) => {
    const input = { resetId, code: sent, newPassword: NEW_PASSWORD };
    return asked(world, userPasswordResetConfirm, input, stranger(number));
  };
  for (let wrong = 1; wrong < ATTEMPTS; wrong++) {
    assert.equal((await send(wrongOf(code), wrong)).facts.length, 1);
  }
  assert.equal((await send(code, 9)).code, undefined);
});
