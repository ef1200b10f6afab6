/**
 * The facts about an account, and how each of them changes the state. A fact carries the result
 * (the status and extras that the account then has), so a replay decides nothing again. Facts that
 * move money are the ledger's.
 */
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { actorOfHead, actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { encodeDocument } from "../../contract/tables/table.ts";
import type { AccountExtras, AccountStatus, Freeze } from "../ledger/account_document.ts";
import { type OwnerType, type RoleName, roleCodeOf } from "../ledger/roles.ts";
import type { AccountState } from "./account_state.ts";
import { FREEZE_NOTED } from "./private_note.ts";

/** The fields of a new account. An account of the platform has owner type `platform`. */
export type NewAccountFact = {
  accountId: string;
  role: RoleName;
  currency: string;
  owner: { type: OwnerType; id: string };
  name?: string;
  metadata?: Record<string, string>;
  externalId?: string;
  /** Present of an account that the platform opened for the Product, without a request for it. */
  madeBy?: "platform";
};
export type AccountCreated = NewAccountFact & { kind: "account.created.1" };

/**
 * The account's status, extras and revision after the change, and the fields in answers that the change
 * has changed, as they were. Old facts lack revision and previous fields.
 */
type AccountAfter = {
  accountId: string;
  status: AccountStatus;
  extras: AccountExtras;
  revision?: number;
  previous?: object;
};
export type AccountChanged = AccountAfter & { kind: "account.updated.1" | "account.closed.1" };

/**
 * `freeze` is the freeze that began or ended; `extras` has those in force afterwards. `replaced` is
 * the freeze of the same plane that ended because `freeze` began; old facts lack it.
 */
export type AccountFreezeChanged = AccountAfter & {
  kind: "account.frozen.1" | "account.unfrozen.1";
  freeze: Freeze;
  replaced?: Freeze;
};

/**
 * One freeze in the history of an account, in force or ended; stored under `freezeKey`.
 * `isReplaced`: a freeze of the same plane began when this one ended.
 */
export type FreezeEntry = Omit<Freeze, "sinceMs"> & {
  fromMs: number;
  toMs?: number;
  isReplaced?: true;
};

/** `actor.id` of an account that the platform opened for itself. */
const PLATFORM = "platform";

export function accountCreatedFact(account: NewAccountFact): AccountCreated {
  return { kind: "account.created.1", ...account };
}

/** The extras of a new account; undefined when it has none. */
export function extrasOfNew(account: NewAccountFact): AccountExtras | undefined {
  const { name, metadata, externalId } = account;
  if (name === undefined && metadata === undefined && externalId === undefined) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Whether the platform opened the account for itself, while it executed a caller's request. */
export function isOfPlatform(account: NewAccountFact): boolean {
  return account.owner.type === PLATFORM;
}

/** The actor that a new account shows: the platform for one that it opened, otherwise `asker`. */
export function makerOf(account: NewAccountFact, asker: string): string {
  return isOfPlatform(account) || account.madeBy === PLATFORM ? PLATFORM : asker;
}

export const accountFacts: Record<string, Apply<AccountState>> = {
  "account.created.1": (state, fact: Fact, head) => {
    const created = fact as AccountCreated;
    const suffix = created.accountId.slice("acct_".length);
    state.accounts.add({
      suffix,
      realm: head.realm,
      roleCode: roleCodeOf(created.role),
      currency: created.currency,
      ownerType: created.owner.type,
      ownerId: created.owner.id,
      changedBy: makerOf(created, actorText(actorOfHead(head))),
      atMs: head.timeMs,
      extras: extrasOfNew(created),
    });
  },
  "account.updated.1": applyChange,
  "account.closed.1": applyChange,
  "account.frozen.1": (state, fact, head) => {
    const { accountId, freeze, replaced } = fact as AccountFreezeChanged;
    if (replaced !== undefined) {
      const end = { toMs: head.timeMs, isReplaced: true } as const;
      addFreezeEntry(state, head.realm, accountId, replaced, end);
    }
    addFreezeEntry(state, head.realm, accountId, freeze);
    applyChange(state, fact, head);
  },
  "account.unfrozen.1": (state, fact, head) => {
    const { accountId, freeze } = fact as AccountFreezeChanged;
    addFreezeEntry(state, head.realm, accountId, freeze, { toMs: head.timeMs });
    applyChange(state, fact, head);
  },
  // The note is for whoever reads the log, so it changes no state.
  [FREEZE_NOTED]: () => {},
};

function applyChange(...[{ accounts }, fact, head]: Parameters<Apply<AccountState>>): void {
  const { accountId, status, extras } = fact as Fact & AccountAfter;
  const ordinal = accounts.ordinalOf(head.realm, accountId);
  invariant(ordinal >= 0, "an account that changes exists");
  accounts.setStatus(ordinal, status);
  accounts.setExtras(ordinal, extras);
  accounts.touch(ordinal, actorText(actorOfHead(head)), head.timeMs);
}

/** Writes the entry of the freeze; written again, with the end, when the freeze ends. */
function addFreezeEntry(
  state: AccountState,
  realm: number,
  accountId: string,
  { sinceMs, ...freeze }: Freeze,
  end: Pick<FreezeEntry, "toMs" | "isReplaced"> = {},
): void {
  const entry: FreezeEntry = { ...freeze, fromMs: sinceMs, ...end };
  state.accountFreezes.add(realm, freezeKey(accountId, freeze.freezeId), encodeDocument(entry));
}

/** The account's suffix and then the freeze's, so an account's freezes are in order of time. */
export function freezeKey(accountId: string, freezeId: string): string {
  return accountId.slice("acct_".length) + freezeId.slice("frz_".length);
}
