/** What a bank has found about the account of a beneficiary, for whoever decides about a payment to it. */
import type { components } from "./contract.golden.ts";

type Verification = components["schemas"]["Beneficiary"]["verification"];

/** The words before the name that the bank says, that name where it says one, and the words after it. */
export type PayeeWarning = { before: string; accountName?: string; after: string };

const ACCEPTED = "It was accepted that it is paid all the same.";
const OPEN = "Nobody has accepted that, so nothing is paid there.";

/** The warning that the bank knows the account under another name; undefined where it does not say so. */
export function payeeWarning({
  status,
  result,
  accountName,
  acceptedAt,
}: Verification): PayeeWarning | undefined {
  if (status !== "mismatch") return undefined;
  const then = acceptedAt === undefined ? OPEN : ACCEPTED;
  if (accountName !== undefined) {
    return {
      before: "The bank says that the account has another name: “",
      accountName,
      after: `”. ${then}`,
    };
  }
  const said =
    result === "close_match"
      ? "The bank says that the account has another name, which is close to this one."
      : "The bank says that the account has another name.";
  return { before: said, after: ` ${then}` };
}
