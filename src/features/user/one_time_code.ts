/**
 * The six digits that a mail carries: made when a request is prepared, so that no decision and no record
 * has them, and compared by their digests.
 */
import { timingSafeEqual } from "node:crypto";
import { suffixOf } from "../../base/id.ts";
import { type MailTemplate, mailSecretsText } from "../../contract/mail.ts";
import type { PreparationTools } from "../../contract/preparation.ts";
import { decodeDocument } from "../../contract/table.ts";
import { ATTEMPTS, CODE_LASTS_MS, type Pending, WRONG_CODES_MAX } from "./pending_document.ts";
import type { PendingTable } from "./pending_table.ts";

/** What a code is for; in the label of its digest, so that no code fits elsewhere. */
type Purpose = "signup" | "login" | "reset";

/** A new code: what is stored of it, and what the mail has of it, sealed for the address. */
export type MailedCode = { salt: string; codeDigest: string; sealed: string };

export function newMailedCode(
  tools: PreparationTools,
  purpose: Purpose,
  template: MailTemplate & ("signup_code" | "login_code" | "password_reset_code"),
  to: string,
): MailedCode {
  const code = tools.newCode();
  const { salt } = tools.sealMaterial();
  return {
    salt,
    codeDigest: tools.digest(`${purpose} ${salt}`, code),
    sealed: tools.sealed(mailSecretsText(template, { code }), to),
  };
}

/** The fields of something that is begun now with the code. */
export function begunWith({ salt, codeDigest }: MailedCode, nowMs: number): Omit<Pending, "realm"> {
  const codeExpiresAtMs = nowMs + CODE_LASTS_MS;
  const counts = { attemptsLeft: ATTEMPTS, wrongCodes: 0 };
  return { salt, codeDigest, ...counts, codeExpiresAtMs, beganAtMs: nowMs };
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

/** The digest of a code that was sent; the same work where nothing was begun. */
export function digestOfSent(
  tools: PreparationTools,
  purpose: Purpose,
  pending: Pick<Pending, "salt"> | undefined,
  code: string,
): string {
  return tools.guessing().codeDigest(`${purpose} ${pending?.salt ?? "none"}`, code);
}

/** The thing that was begun, where it takes a code now: not over, not retired, not tried too often. */
export function openPending<D extends Pending>(
  table: PendingTable<D>,
  { prefix, id, personOf }: { prefix: string; id: string; personOf: (document: D) => string },
  nowMs: number,
): D | undefined {
  const suffix = suffixOf(prefix, id);
  const pending = suffix === undefined ? undefined : table.find(suffix);
  if (pending === undefined || nowMs >= pending.codeExpiresAtMs) return undefined;
  if (pending.attemptsLeft === 0) return undefined;
  return table.wrongCodesOf(personOf(pending)) < WRONG_CODES_MAX ? pending : undefined;
}

/** The thing after one more wrong code, as its fact has it. */
export function afterWrongCode<D extends Pending>({ realm: _, ...pending }: D) {
  const { attemptsLeft, wrongCodes } = pending;
  return { ...pending, attemptsLeft: attemptsLeft - 1, wrongCodes: wrongCodes + 1 };
}

/** Whether two digests of the same kind are equal, in a time that says nothing of where they differ. */
export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
