/**
 * Money that a bank moves (src/features/payout/README.md): the bank's external account of each currency, what is reserved for
 * it, and where money that arrives finds its place.
 */
import { inStatus } from "./corrections.ts";
import {
  type Account,
  availableOf,
  latest,
  type Moment,
  postedOf,
  put,
  type Realm,
  type Transfer,
} from "./model.ts";
import { BALANCE_MAX, change } from "./money.ts";
import { changedAccount, newAccount } from "./parties.ts";

/** Who carries money out. */
export function bankOf({ environment }: Realm): string {
  return environment === "sandbox" ? "simulator" : "bank";
}

/** The accounts that one record has made so far. */
export type Made = { accounts: number };

/** The external account of the bank in a currency; made when it is first needed. */
export function externalAccount(
  realm: Realm,
  currency: string,
  made: Made,
  moment: Moment,
): Account {
  const name = `${currency} ${bankOf(realm)}`;
  const known = realm.platformAccounts.get(name);
  if (known !== undefined) return latest(realm.accounts, known) as Account;
  const accountId = moment.id("acct", made.accounts++);
  const account = { ...newAccount(accountId, currency, "suspense"), revision: 1 };
  realm.platformAccounts.set(name, accountId);
  put(realm.accounts, accountId, account, moment);
  return account;
}

export type Reserved = Pick<
  Transfer,
  "sourceAccountId" | "destinationAccountId" | "currency" | "amount" | "kind" | "isOfBank"
>;

/** Reserves the money for the bank, by a transfer that is pending; or notes that it failed. */
export function reserveMoney(
  realm: Realm,
  wanted: Reserved,
  transferId: string,
  moment: Moment,
): { code: string } | undefined {
  const { amount } = wanted;
  const source = latest(realm.accounts, wanted.sourceAccountId) as Account;
  const external = latest(realm.accounts, wanted.destinationAccountId) as Account;
  const isTooMuch = external.incoming + amount > BALANCE_MAX;
  const code = isTooMuch ? "exposure_cap_exceeded" : "insufficient_balance";
  const isRefused = isTooMuch || availableOf(source) < amount;
  const status = isRefused ? "failed" : "pending";
  put(realm.transfers, transferId, { ...wanted, transferId, status, reversed: 0n }, moment);
  if (isRefused) return { code };
  changeReserved(realm, wanted, amount, moment);
  return undefined;
}

/** Ends the reservation: the money goes to the bank, or is available again. */
export function endReserved(
  realm: Realm,
  transferId: string,
  end: "posted" | "voided",
  moment: Moment,
): void {
  const pending = latest(realm.transfers, transferId) as Transfer;
  put(realm.transfers, transferId, { ...pending, ...inStatus(realm, end, moment) }, moment);
  changeReserved(realm, pending, -pending.amount, moment);
  if (end === "posted") moveMoney(realm, pending, moment);
}

/** Where money that has arrived is now, by which transfer. `unfit`: why it is not on the account that was meant. */
export type Landed = { transferId: string; accountId: string; unfit?: string };

/**
 * Credits money that has arrived: to the account `meant`, or where that cannot take it to the oldest account of the Product of
 * the role `product_suspense` in the currency that can; one is made where none can.
 */
export function landMoney(
  realm: Realm,
  money: Omit<Reserved, "destinationAccountId">,
  { meant, transferId, made }: { meant: string | undefined; transferId: string; made: Made },
  moment: Moment,
): Landed {
  const { amount, currency } = money;
  const unfit = meant === undefined ? undefined : unfitFor(realm, meant, amount);
  const isMeant = meant !== undefined && unfit === undefined;
  const accountId = isMeant ? meant : suspenseFor(realm, { amount, currency, made }, moment);
  const transfer = { ...money, destinationAccountId: accountId, transferId, reversed: 0n };
  putBooked(realm, transfer, moment);
  return { transferId, accountId, ...(unfit !== undefined && { unfit }) };
}

/** Why the account takes no money that arrives; a freeze for debits does not matter. */
export function unfitFor(realm: Realm, accountId: string, amount: bigint): string | undefined {
  const account = latest(realm.accounts, accountId) as Account;
  if (account.status === "closed") return "account_closed";
  if (account.freezes.some(({ mode }) => mode === "all")) return "account_frozen";
  const isTooMuch = postedOf(account) + account.incoming + amount > BALANCE_MAX;
  return isTooMuch ? "balance_too_large" : undefined;
}

function suspenseFor(
  realm: Realm,
  { amount, currency, made }: { amount: bigint; currency: string; made: Made },
  moment: Moment,
): string {
  const role = "product_suspense";
  for (const [accountId, versions] of realm.accounts) {
    const account = versions.at(-1)?.value;
    const isOne = account?.role === role && account.currency === currency;
    if (isOne && unfitFor(realm, accountId, amount) === undefined) return accountId;
  }
  return newProductAccount(realm, { role, currency, made }, moment);
}

function newProductAccount(
  realm: Realm,
  { role, currency, made }: { role: string; currency: string; made: Made },
  moment: Moment,
): string {
  const accountId = moment.id("acct", made.accounts++);
  const owner = { ownerType: "product", ownerId: realm.productId };
  changedAccount(realm, moment, { ...newAccount(accountId, currency, role), ...owner });
  return accountId;
}

/** The role of accounts that pay what banks have taken back and nobody has: they alone may be below zero. */
const LOSSES_ROLE = "product_losses";

/**
 * Debits money that a bank has taken back: from the account that `had` it, or where that cannot pay all of it from the oldest
 * account of the Product for losses in the currency that is not shut; one is made where there is none.
 */
export function takeBack(
  realm: Realm,
  money: Omit<Reserved, "sourceAccountId">,
  { had, transferId, made }: { had: string; transferId: string; made: Made },
  moment: Moment,
): { transferId: string; accountId: string } {
  const { amount, currency } = money;
  const losses = [...realm.accounts.keys()].filter((id) => {
    const account = latest(realm.accounts, id);
    return account?.role === LOSSES_ROLE && account.currency === currency;
  });
  const accountId =
    [had, ...losses].find((id) => canGiveBack(realm, id, amount)) ??
    newProductAccount(realm, { role: LOSSES_ROLE, currency, made }, moment);
  const transfer = { ...money, sourceAccountId: accountId, transferId, reversed: 0n };
  putBooked(realm, transfer, moment);
  return { transferId, accountId };
}

function canGiveBack(realm: Realm, accountId: string, amount: bigint): boolean {
  const account = latest(realm.accounts, accountId) as Account;
  const isShut = account.status === "closed" || account.freezes.length > 0;
  return !isShut && (account.role === LOSSES_ROLE || availableOf(account) >= amount);
}

function putBooked(realm: Realm, transfer: Omit<Transfer, "status">, moment: Moment): void {
  const booked = inStatus(realm, "posted", moment);
  put(realm.transfers, transfer.transferId, { ...transfer, ...booked }, moment);
  moveMoney(realm, transfer, moment);
}

function moveMoney(realm: Realm, moved: Reserved, moment: Moment): void {
  const { amount } = moved;
  change(realm, moved.sourceAccountId, moment, (account) => ({
    ...account,
    debits: account.debits + amount,
  }));
  change(realm, moved.destinationAccountId, moment, (account) => ({
    ...account,
    credits: account.credits + amount,
  }));
}

function changeReserved(realm: Realm, reserved: Reserved, by: bigint, moment: Moment): void {
  change(realm, reserved.sourceAccountId, moment, (account) => ({
    ...account,
    held: account.held + by,
  }));
  change(realm, reserved.destinationAccountId, moment, (account) => ({
    ...account,
    incoming: account.incoming + by,
  }));
}
