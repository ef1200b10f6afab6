/**
 * The digits that a mail carries: made when a request is prepared, so that no decision and no record has
 * them, and compared by their digests. What may be guessed of them stands in `README.md`.
 */
import { timingSafeEqual } from "node:crypto";
import { suffixOf } from "../../base/id.ts";
import { type MailTemplate, mailSecretsText } from "../../contract/declare/mail.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { type Keyed, requesterOf } from "../auth/identity_budget.ts";
import {
  ATTEMPTS,
  ATTEMPTS_OF_OTHERS,
  CODE_LASTS_MS,
  GUESSES_OF_DAY_MAX,
  type Pending,
} from "./pending_document.ts";
import type { PendingTable } from "./pending_table.ts";

/** What a code is for; in the label of its digest, so that no code fits elsewhere. */
type Purpose = "signup" | "login" | "reset";

/** A new code: what is stored of it, and what the mail has of it, sealed for the address. */
export type MailedCode = { salt: string; codeDigest: string; sealed: string };
/** Two new codes, of which a decision takes one. */
export type MailedCodes = { six: MailedCode; twelve: MailedCode };

type CodeTemplate = MailTemplate & ("signup_code" | "login_code" | "password_reset_code");

export function newMailedCodes(
  tools: PreparationTools,
  purpose: Purpose,
  template: CodeTemplate,
  to: string,
): MailedCodes {
  const mailed = (code: string): MailedCode => {
    const { salt } = tools.sealMaterial();
    return {
      salt,
      codeDigest: tools.digest(`${purpose} ${salt}`, code),
      sealed: tools.sealed(mailSecretsText(template, { code }), to),
    };
  };
  return { six: mailed(tools.newCode()), twelve: mailed(tools.newCode() + tools.newCode()) };
}

/** The fields of something that is begun now, and the code that is mailed; undefined: none is. */
export type Begun = { begun: Omit<Pending, "realm">; mailed: MailedCode | undefined };

/**
 * Begins something for the person. The code has six digits, or twelve where the person's guesses of a day are
 * used up. Where the person gets no mail now, the code is the one of the newest mail, if that is taken still. It
 * is taken for as long as every other, so that nobody sees by its end whether the address is known.
 */
export function begin<D extends Pending>(
  table: PendingTable<D>,
  person: string,
  { codes, requester, getsMail }: { codes: MailedCodes; requester: Keyed; getsMail: boolean },
  nowMs: number,
): Begun {
  const attempts = { attemptsLeft: ATTEMPTS, attemptsOfOthers: ATTEMPTS_OF_OTHERS };
  const codeExpiresAtMs = nowMs + CODE_LASTS_MS;
  const common = {
    requester: requester.key,
    ...attempts,
    wrongCodes: 0,
    codeExpiresAtMs,
    beganAtMs: nowMs,
  };
  const added = ATTEMPTS + ATTEMPTS_OF_OTHERS;
  const isLong = table.guessesOf(person, nowMs) + added > GUESSES_OF_DAY_MAX;
  const newest = getsMail ? undefined : table.newestOf(person, nowMs);
  if (newest !== undefined && (newest.isLong || !isLong)) {
    const { salt, codeDigest, isLong } = newest;
    const shared = { salt, codeDigest, isShared: true, ...(isLong && { isLong }) } as const;
    return { begun: { ...common, ...shared }, mailed: undefined };
  }
  const mailed = isLong ? codes.twelve : codes.six;
  const { salt, codeDigest } = mailed;
  return { begun: { ...common, salt, codeDigest, ...(isLong && { isLong }) }, mailed };
}

/** What was begun, as the preparation sees it; undefined for every other id. */
export function seenPending<D extends Pending>(
  { snapshot, realm }: Pick<PreparationTools, "snapshot" | "realm">,
  tableCode: number,
  prefix: string,
  id: string,
): D | undefined {
  const suffix = suffixOf(prefix, id);
  if (suffix === undefined || realm === undefined) return undefined;
  const value = snapshot().get(tableCode, realm, suffix);
  return value === undefined ? undefined : decodeDocument<D>(value);
}

/** A code that was sent, as what its stored digest may be, and who sent it; the same work where nothing was begun. */
export type SentCode = { codeDigests: readonly string[]; requester: Keyed };

/** `email`: of the person for whom it was begun; undefined where nothing was. */
export function sentCode(
  tools: PreparationTools,
  purpose: Purpose,
  pending: Pick<Pending, "salt"> | undefined,
  { code, email = "" }: { code: string; email: string | undefined },
): SentCode {
  const label = `${purpose} ${pending?.salt ?? "none"}`;
  const codeDigests = tools.guessing().codeDigests(label, code);
  return { codeDigests, requester: requesterOf(tools, email) };
}

/** The thing that was begun, where it takes a code of the sender now: not over, not retired for the sender. */
export function openPending<D extends Pending>(
  table: PendingTable<D>,
  { prefix, id, requester }: { prefix: string; id: string; requester: Keyed },
  nowMs: number,
): D | undefined {
  const suffix = suffixOf(prefix, id);
  const pending = suffix === undefined ? undefined : table.find(suffix);
  if (pending === undefined || nowMs >= pending.codeExpiresAtMs) return undefined;
  return attemptsOf(pending, requester) > 0 ? pending : undefined;
}

/** How many wrong codes the sender has left. */
export function attemptsOf(pending: Pending, requester: Keyed): number {
  return isOfSender(pending, requester) ? pending.attemptsLeft : (pending.attemptsOfOthers ?? 0);
}

/** The thing after one more wrong code of the sender, as its fact has it. */
export function afterWrongCode<D extends Pending>({ realm: _, ...pending }: D, requester: Keyed) {
  const wrongCodes = pending.wrongCodes + 1;
  const { attemptsLeft, attemptsOfOthers = 0 } = pending;
  return isOfSender(pending, requester)
    ? { ...pending, attemptsLeft: attemptsLeft - 1, wrongCodes }
    : { ...pending, attemptsOfOthers: attemptsOfOthers - 1, wrongCodes };
}

function isOfSender(pending: { requester?: string | undefined }, { keys }: Keyed): boolean {
  return pending.requester === undefined || keys.includes(pending.requester);
}

/** Whether a stored digest is one of those that it may be, in a time that says nothing of which. */
export function isDigestIn(stored: string, digests: readonly string[]): boolean {
  return digests.filter((one) => sameDigest(stored, one)).length > 0;
}

/** Whether two digests of the same kind are equal, in a time that says nothing of where they differ. */
export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
