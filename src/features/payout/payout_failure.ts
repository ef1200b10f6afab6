/** Why a payout was not carried out, or came back. */
import type { RailName } from "../../rails/rails.ts";
import { returnCodeOf } from "../../rails/return_codes.ts";
import type { PayoutFailure } from "./payout_document.ts";

/** The reason in the words of the rail, where its codes have it; `code` in any case of letters. */
export function failureOf(rail: RailName, code: string, otherwise: string): PayoutFailure {
  const known = returnCodeOf(rail, code.toUpperCase());
  return { code: known?.code ?? code, reason: known?.meaning ?? otherwise };
}
