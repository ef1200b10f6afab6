/**
 * Guesses of what a person alone knows: the password, and a code of the second factor.
 * A preparation compares what was sent (`sentPassword`, `sentFactor`); what came of it is opaque to the
 * operation, whose decision hands it to `judgeGuess`, which counts. So nothing is compared uncounted.
 * Guarantees: a person's wrong guesses are counted together, whatever session, edge and operation they
 * come from, in the order in which the platform shard decides; of guesses that are sent at once, none is
 * judged once the free ones are spent; the count is in the log, so a restart keeps it.
 * Does not count guesses of somebody who has neither a session nor a login that the code of a mail
 * completed: a stranger cannot make a person wait.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  GUESSES_FREE,
  GUESSES_KEPT_MS,
  type GuessDocument,
  type Guessed,
  guessKeyOf,
  waitAfter,
} from "./guess_document.ts";
import type { GuessedRight, GuessedWrong } from "./guess_facts.ts";
import { afterCode, comparedCode } from "./second_factor.ts";
import type { UserDocument, UserTotp } from "./user_document.ts";
import { markOf } from "./user_lookup.ts";
import { refuseCredentials } from "./user_refusals.ts";
import type { UserState } from "./user_state.ts";

declare const COMPARED: unique symbol;

/** A password that was compared with the person's; only `judgeGuess` can tell what came of it. */
export type SentPassword = { readonly [COMPARED]: "password" };
/** A code that was compared with a second factor; only `judgeGuess` can tell what came of it. */
export type SentFactor = { readonly [COMPARED]: "factor" };

/** `isWaiting`: it was not compared, because the person had to wait then. `mark`: of the hash that it fits. */
type ComparedPassword = { isWaiting: boolean; mark?: string };
type ComparedFactor = ReturnType<typeof comparedCode> & { isWaiting: boolean };

/** Compares a password with that of the person. */
export async function sentPassword(
  tools: PreparationTools,
  user: UserDocument,
  text: string,
): Promise<SentPassword> {
  const { userId, passwordHash } = user;
  const isWaiting = isMadeToWait(tools, userId, "password");
  const isRight = !isWaiting && (await tools.guessing().verifyPassword(passwordHash, text));
  const compared: ComparedPassword = { isWaiting, ...(isRight && { mark: markOf(passwordHash) }) };
  return compared as unknown as SentPassword;
}

/** Compares a code with a factor, of which `sealed` is the secret; undefined: the person has none. */
export function sentFactor(
  tools: PreparationTools,
  userId: string,
  sealed: string | undefined,
  code: string,
): SentFactor {
  const isWaiting = isMadeToWait(tools, userId, "factor");
  const compared = comparedCode(tools, { userId, sealed }, code);
  return { ...compared, isWaiting } satisfies ComparedFactor as unknown as SentFactor;
}

/** `factor.of`: the factor as it stands now; undefined where the person has none. */
export type SentGuess = {
  password?: SentPassword;
  factor?: { sent: SentFactor; of: UserTotp | undefined };
};

/** All that was sent is right. `totp`: the factor after its code was taken, where one was sent. */
export type RightGuess<S extends SentGuess> = {
  refused: false;
  facts: readonly Fact[];
  totp: S extends { factor: object } ? UserTotp : undefined;
};

/**
 * Whether all that was sent is right; the facts end the counts that there are. A wrong guess is refused
 * with the fact that counts it, and `facts` beside it; one that comes too early is refused without a look.
 */
export function judgeGuess<S extends SentGuess>(
  state: Pick<UserState, "guesses">,
  user: UserDocument,
  sent: S,
  { nowMs }: Pick<DecisionContext, "nowMs">,
  facts: readonly Fact[] = [],
): RightGuess<S> | Refusal<"invalid_credentials" | "rate_limited"> {
  const { userId } = user;
  const { factor } = sent;
  const password = sent.password as ComparedPassword | undefined;
  const code = factor?.sent as ComparedFactor | undefined;
  const totp = code && afterCode(factor?.of, code);
  const parts = [
    password && {
      of: "password",
      ...password,
      isRight: password.mark === markOf(user.passwordHash),
    },
    code && { of: "factor", ...code, isRight: totp !== undefined },
  ].filter((part) => part !== undefined) as Part[];

  const counts = new Map(parts.map(({ of }) => [of, countOf(state, userId, of, nowMs)]));
  for (const { of, isWaiting } of parts) {
    const waitsUntilMs = counts.get(of)?.waitsUntilMs ?? 0;
    if (nowMs < waitsUntilMs) return refuseEarly(waitsUntilMs, nowMs);
    // The wait ended after the preparation: the guess was not compared, so it is neither right nor wrong.
    if (isWaiting) return refuseEarly(nowMs + 1, nowMs);
  }
  const wrong = parts.find(({ isRight }) => !isRight);
  if (wrong !== undefined) {
    return refuseCredentials([wrongGuess(userId, wrong.of, counts.get(wrong.of), nowMs), ...facts]);
  }
  const ended = parts.flatMap(({ of }): GuessedRight[] =>
    state.guesses.find(guessKeyOf(userId, of)) === undefined
      ? []
      : [{ kind: "guess.right.1", userId, of }],
  );
  return { refused: false, facts: ended, totp: totp as RightGuess<S>["totp"] };
}

type Part = { of: Guessed; isWaiting: boolean; isRight: boolean };

function isMadeToWait(
  { snapshot, nowMs }: Pick<PreparationTools, "snapshot" | "nowMs">,
  userId: string,
  of: Guessed,
): boolean {
  const value = snapshot().get(PLATFORM_TABLE.guess, PLATFORM_REALM, guessKeyOf(userId, of));
  return value !== undefined && nowMs < decodeDocument<GuessDocument>(value).waitsUntilMs;
}

/** The count that still counts. */
function countOf(
  { guesses }: Pick<UserState, "guesses">,
  userId: string,
  of: Guessed,
  nowMs: number,
): GuessDocument | undefined {
  const count = guesses.find(guessKeyOf(userId, of));
  const isOver = count === undefined || nowMs >= count.lastWrongAtMs + GUESSES_KEPT_MS;
  return isOver ? undefined : count;
}

function wrongGuess(
  userId: string,
  of: Guessed,
  before: GuessDocument | undefined,
  nowMs: number,
): GuessedWrong {
  const wrong = (before?.wrong ?? 0) + 1;
  const waitMs = waitAfter(wrong);
  const waitsUntilMs = waitMs === 0 ? 0 : nowMs + waitMs;
  return {
    kind: "guess.wrong.1",
    guess: { userId, of, wrong, waitsUntilMs, lastWrongAtMs: nowMs },
  };
}

function refuseEarly(waitsUntilMs: number, nowMs: number): Refusal<"rate_limited"> {
  const seconds = Math.ceil((waitsUntilMs - nowMs) / 1_000);
  const message = `too many wrong passwords or codes: the next is looked at in ${seconds} s`;
  const details = { subject: "credential", limit: GUESSES_FREE, resetAt: isoTime(waitsUntilMs) };
  return refuse("rate_limited", message, details);
}
