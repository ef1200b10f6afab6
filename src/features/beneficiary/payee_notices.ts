/**
 * What whoever approves an agent's call must know of the things that it names, in words that the client of the agent shows
 * to its person: that a bank knows the account of somebody who is to be paid under another name, although that was
 * accepted. The name itself is personal, and only the page of the approval has it.
 */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import { beneficiaryIdsIn } from "./beneficiary_named.ts";
import { seenBeneficiary, shownIdOf } from "./beneficiary_noun.ts";

/** Whole sentences about a call, each once, in the order of what its input names. `others`: ids that the input leads to. */
export type PayeeNotices = (
  snapshot: Snapshot,
  realm: number,
  input: Readonly<Record<string, unknown>>,
  others?: readonly string[],
) => readonly string[];

/** Beneficiaries that are spoken of, at most: of the others of a batch the page of the approval says it. */
export const NOTICES_MAX = 3;

export const payeeNotices: PayeeNotices = (snapshot, realm, input, others = []) => {
  const notices = new Set<string>();
  for (const id of [...beneficiaryIdsIn(input), ...others]) {
    const seen = seenBeneficiary(snapshot, realm, id);
    const notice = seen && noticeOf(seen.document);
    if (notice !== undefined) notices.add(notice);
    if (notices.size === NOTICES_MAX) break;
  }
  return [...notices];
};

function noticeOf(beneficiary: BeneficiaryDocument): string | undefined {
  const { status, acceptedAtMs } = beneficiary.verification;
  if (status !== "mismatch") return undefined;
  const then =
    acceptedAtMs === undefined
      ? "nobody has accepted that"
      : "it was accepted that it is paid all the same";
  return `the bank of the beneficiary ${shownIdOf(beneficiary)} said that its account has another name, and ${then}`;
}
