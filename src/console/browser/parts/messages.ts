/** What pages say of a refusal: the server's own message, or plainer words where a code is met often. */
import type { Failure } from "../outcome.ts";

/** Words of a page for codes, in the place of the server's message. */
export type Says = Readonly<Record<string, string>>;

const COMMON: Says = {
  rate_limited: "That was too often for now. Wait a minute, then try again.",
  missing_required_permission: "Your role in the company does not allow this.",
  mfa_verification_required:
    "This takes a session that was begun with a second factor. Set one up if you have none, then log in again with it.",
  internal_error: "Something went wrong on our side. Try again; nothing is done twice.",
  ledger_unavailable: "The platform does not take changes at this moment. Try again in a while.",
  not_found: "It is not there, or not there any more.",
};

export const OFFLINE = "No answer came: you seem to be offline. Nothing is lost, so try again.";

/** One or two sentences with a capital letter and a full stop. */
export function messageOf(failure: Failure, says: Says = {}): string {
  if (failure.kind === "offline") return OFFLINE;
  const { code, message } = failure;
  return says[code] ?? COMMON[code] ?? sentence(message);
}

/** A text of the server as a sentence. */
export function sentence(text: string): string {
  const started = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(started) ? started : `${started}.`;
}
