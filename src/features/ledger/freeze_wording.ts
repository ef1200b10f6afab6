/**
 * Why an account is frozen, in words that an answer may show. A freeze has one such wording: of a
 * freeze of the tenant it is the reason that the tenant gave, of a freeze of the platform one of
 * `PLATFORM_WORDINGS`. Guarantees: no other text about a freeze is in any answer.
 */
import type { AccountExtras, Freeze, FreezePlane } from "./account_document.ts";
import type { LedgerAccounts } from "./ledger_accounts.ts";
import { PLATFORM_WORDINGS, type PlatformWording } from "./platform_wordings.ts";

/** What the wording of a freeze depends on. */
type Worded = { plane: FreezePlane; reason?: string; wording?: PlatformWording };

/** The wording of a freeze. Never the `reason` of a freeze of the platform, which is private. */
export function publicWording({ plane, reason = "", wording = "unspecified" }: Worded): string {
  return plane === "tenant" ? reason : PLATFORM_WORDINGS[wording];
}

/**
 * The freeze that a refusal names when several stand: one of mode `all` before one of mode `debits`,
 * and of two in one mode the platform's, because the tenant cannot lift it.
 */
export function namedFreeze(extras: AccountExtras | undefined): Freeze | undefined {
  const freezes = extras?.freezes ?? [];
  const strictest = freezes.some(({ mode }) => mode === "all") ? "all" : "debits";
  const candidates = freezes.filter(({ mode }) => mode === strictest);
  return candidates.find(({ plane }) => plane === "platform") ?? candidates[0];
}

/** The part of a message that names an account and its status, with the wording of its freeze. */
export function statusText(accounts: LedgerAccounts, ordinal: number): string {
  const freeze = namedFreeze(accounts.extras(ordinal));
  const status = `account ${accounts.accountId(ordinal)} is ${accounts.status(ordinal)}`;
  return freeze === undefined ? status : `${status} (${freeze.mode}): ${publicWording(freeze)}`;
}
