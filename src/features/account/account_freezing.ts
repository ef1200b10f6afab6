/** The facts that begin or end a freeze. An account is frozen while any freeze is in force. */
import type { AccountExtras, Freeze } from "../ledger/account_document.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import type { AccountFreezeChanged } from "./account_facts.ts";

/** The fact by which `freeze` begins, on an account that is open or frozen on the other plane. */
export function frozenFact(
  accounts: AccountTable,
  ordinal: number,
  freeze: Freeze,
): AccountFreezeChanged {
  const before = accounts.extras(ordinal);
  const extras: AccountExtras = { ...before, freezes: [...(before?.freezes ?? []), freeze] };
  if (accounts.isOpen(ordinal)) extras.frozenAtMs = freeze.sinceMs;
  return {
    kind: "account.frozen.1",
    accountId: accounts.accountId(ordinal),
    status: "frozen",
    extras,
    freeze,
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
