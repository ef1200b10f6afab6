/** The facts that begin or end a freeze. An account is frozen while any freeze is in force. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AccountExtras, AccountStatus, Freeze } from "../ledger/account_document.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import type { AccountFreezeChanged } from "./account_facts.ts";
import { accountStatusForbidden, freezeOf } from "./account_lifecycle.ts";

/**
 * The refusal of a freeze: the account is closed, or has a freeze of this plane and mode. A freeze of
 * the other mode is no reason to refuse, because the new freeze replaces it.
 */
export function refuseFreeze(
  accounts: AccountTable,
  ordinal: number,
  { plane, mode }: Pick<Freeze, "plane" | "mode">,
): Refusal<"account_status_forbidden"> | undefined {
  const status = accounts.status(ordinal);
  const allowed: AccountStatus[] = ["open", "frozen"];
  if (status === "closed") return accountStatusForbidden(accounts, ordinal, allowed);
  if (freezeOf(accounts, ordinal, plane)?.mode !== mode) return undefined;
  const accountId = accounts.accountId(ordinal);
  const message = `account ${accountId} has a freeze of the ${plane} in mode ${mode} already`;
  return refuse("account_status_forbidden", message, { accountId, status, plane, mode, allowed });
}

/** The fact by which `freeze` begins; it replaces a freeze of the same plane. */
export function frozenFact(
  accounts: AccountTable,
  ordinal: number,
  freeze: Freeze,
): AccountFreezeChanged {
  const before = accounts.extras(ordinal);
  const replaced = freezeOf(accounts, ordinal, freeze.plane);
  const others = (before?.freezes ?? []).filter((standing) => standing !== replaced);
  const extras: AccountExtras = { ...before, freezes: [...others, freeze] };
  if (accounts.isOpen(ordinal)) extras.frozenAtMs = freeze.sinceMs;
  return {
    kind: "account.frozen.1",
    accountId: accounts.accountId(ordinal),
    status: "frozen",
    extras,
    freeze,
    ...(replaced !== undefined && { replaced }),
  };
}

/** The fact by which `freeze` ends; the account becomes open unless another freeze remains. */
export function unfrozenFact(
  accounts: AccountTable,
  ordinal: number,
  freeze: Freeze,
  nowMs: number,
): AccountFreezeChanged {
  const before = accounts.extras(ordinal);
  const freezes = (before?.freezes ?? []).filter(({ freezeId }) => freezeId !== freeze.freezeId);
  const extras: AccountExtras = { ...before, freezes };
  if (freezes.length === 0) extras.unfrozenAtMs = nowMs;
  return {
    kind: "account.unfrozen.1",
    accountId: accounts.accountId(ordinal),
    status: freezes.length === 0 ? "open" : "frozen",
    extras,
    freeze,
  };
}
