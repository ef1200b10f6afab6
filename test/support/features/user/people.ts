/** For tests: what people send, and the codes that their mails have. */
import assert from "node:assert/strict";
import { HOTP, Secret } from "otpauth";
import { EFFECT_OWED, type EffectOwed } from "../../../../src/contract/declare/effect.ts";
import type { MailPayload } from "../../../../src/contract/declare/mail.ts";
import type { PreparationTools } from "../../../../src/contract/declare/preparation.ts";
import type { Fact } from "../../../../src/contract/records/record.ts";
import { GUESSES_FREE } from "../../../../src/features/user/guess_document.ts";
import { userLoginCodeVerify } from "../../../../src/features/user/user.login.code.verify.ts";
import { userLogin } from "../../../../src/features/user/user.login.ts";
import { userPasswordResetRequest } from "../../../../src/features/user/user.password.reset.request.ts";
import { userSignup } from "../../../../src/features/user/user.signup.ts";
import {
  IDENTITY_LIMIT,
  newProof,
  type PlatformAsking,
  type PlatformWorld,
  platformTools,
} from "../../../world/platform_world.ts";
import type { AnyWrite, Outcome } from "../../../world/writing.ts";

export const NEW_PASSWORD = "nine small green kettles";
export const WRONG = "wrong wrong wrong wrong";

type Input = Readonly<Record<string, unknown>>;

/** The operation, whose preparation counts the passwords that it compares. */
export function countingPasswords<W extends AnyWrite>(operation: W) {
  const { prepare } = operation;
  assert.ok(prepare !== undefined);
  const counting = {
    compared: 0,
    operation: {
      ...operation,
      prepare(input: never, tools: PreparationTools) {
        const guesses = tools.guessing();
        const verifyPassword: typeof guesses.verifyPassword = (...of) => {
          counting.compared++;
          return guesses.verifyPassword(...of);
        };
        return prepare(input, { ...tools, guessing: () => ({ ...guesses, verifyPassword }) });
      },
    } as W,
  };
  return counting;
}

/** Prepares and runs a write, whatever its outcome. */
export async function asked(
  world: PlatformWorld,
  operation: AnyWrite,
  input: Input,
  asking: PlatformAsking = {},
): Promise<Outcome> {
  const prepared = await world.prepare(operation, input, asking);
  return world.run(operation, input, { ...asking, prepared });
}

/** Asks with new proofs of work as often as it is taken in a minute. */
export async function askedOften(
  world: PlatformWorld,
  operation: AnyWrite,
  input: Input,
  asking: PlatformAsking = {},
): Promise<void> {
  for (let count = 0; count < IDENTITY_LIMIT; count++) {
    const proofOfWork = await newProof(world.nowMs);
    const { code } = await asked(world, operation, { ...input, proofOfWork }, asking);
    assert.notEqual(code, "rate_limited");
  }
}

/** The mails that the facts of a record name. */
export function mailsIn(facts: readonly Fact[]): MailPayload[] {
  return facts.flatMap((fact) =>
    fact.kind === EFFECT_OWED ? [(fact as EffectOwed).effect.payload as MailPayload] : [],
  );
}

/** The code in the one mail of a record, which is for the address. */
export function codeIn({ facts }: Pick<Outcome, "facts">, to: string): string {
  const [mail, ...others] = mailsIn(facts);
  assert.equal(others.length, 0);
  assert.equal(mail?.to, to);
  const secrets = platformTools(0).opened(mail?.sealed ?? "", to);
  assert.ok(secrets !== undefined, "the mail has a code for its receiver");
  return (JSON.parse(secrets) as { code: string }).code;
}

/** Another code. */
export function wrongOf(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

/** The code of an authenticator app, `steps` of 30 s from now. */
export function appCode({ nowMs }: PlatformWorld, secret: string, steps = 0): string {
  const counter = Math.floor(nowMs / 30_000) + steps;
  return HOTP.generate({ secret: Secret.fromBase32(secret), digits: 6, counter });
}

/** A sign-up that was begun. */
export async function begunSignup(
  world: PlatformWorld,
  change: Input = {},
): Promise<{ signupId: string; code: string; outcome: Outcome }> {
  const email = "new@example.com";
  const person = { email, password: NEW_PASSWORD, displayName: "Grace Hopper" };
  const joins = "invitationToken" in change ? {} : { company: "Hopper Ltd" };
  const proofOfWork = await newProof(world.nowMs);
  const input = { ...person, ...joins, proofOfWork, ...change };
  const outcome = await asked(world, userSignup, input);
  assert.equal(outcome.code, undefined, outcome.message);
  const { signupId } = outcome.reply;
  return { signupId, code: codeIn(outcome, String(input.email).toLowerCase()), outcome };
}

/** A login that was begun. */
export async function begunLogin(
  world: PlatformWorld,
  { email, password }: { email: string; password: string },
): Promise<{ loginId: string; code: string; outcome: Outcome }> {
  const proofOfWork = await newProof(world.nowMs);
  const outcome = await asked(world, userLogin, { email, password, proofOfWork });
  assert.equal(outcome.code, undefined, outcome.message);
  return { loginId: outcome.reply.loginId, code: codeIn(outcome, email), outcome };
}

/** A login that asks for the second factor. */
export async function loginAtFactor(
  world: PlatformWorld,
  person: { email: string; password: string },
): Promise<{ loginId: string }> {
  const { loginId, code } = await begunLogin(world, person);
  const { reply } = await asked(world, userLoginCodeVerify, { loginId, code });
  assert.deepEqual(reply, { mfaRequired: true, loginId });
  return { loginId };
}

/** A reset that was begun. */
export async function begunReset(
  world: PlatformWorld,
  email: string,
  asking: PlatformAsking = {},
): Promise<{ resetId: string; code: string; outcome: Outcome }> {
  const proofOfWork = await newProof(world.nowMs);
  const outcome = await asked(world, userPasswordResetRequest, { email, proofOfWork }, asking);
  assert.equal(outcome.code, undefined, outcome.message);
  return { resetId: outcome.reply.resetId, code: codeIn(outcome, email), outcome };
}

/** The kinds of the facts, without those of effects. */
export function kindsOf(facts: readonly Fact[]): string[] {
  return facts.map(({ kind }) => kind).filter((kind) => kind !== EFFECT_OWED);
}

/** Guesses wrong so often that the next guess has to wait. */
export async function guessUntilWait(
  world: PlatformWorld,
  operation: AnyWrite,
  input: Input,
  asking: PlatformAsking = {},
): Promise<void> {
  for (let wrong = 1; wrong <= GUESSES_FREE; wrong++) {
    assert.equal((await asked(world, operation, input, asking)).code, "invalid_credentials");
  }
}
