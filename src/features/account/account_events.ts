/**
 * The events of an account: one for each thing that can happen to it, in whichever operation it
 * happened. An account that the platform opens for itself has no event, because no caller asked for
 * it.
 */
import { invariant } from "../../base/invariant.ts";
import {
  type EventOfKind,
  type EventSource,
  type EventsByKind,
  type EventsOf,
  eventOf,
  eventTypesOf,
  type FactEvent,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import { actorOfHead, actorText } from "../../contract/records/actor.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { recordOfSuffix } from "../record_walk.ts";
import {
  type AccountChanged,
  type AccountCreated,
  type AccountFreezeChanged,
  extrasOfNew,
  isOfPlatform,
  makerOf,
} from "./account_facts.ts";
import { type AccountResourceFields, accountResource, accounts } from "./account_resource.ts";
import { Account } from "./account_schema.ts";
import { FREEZE_NOTED, withoutPrivateNotes } from "./private_note.ts";

export const accountEventTypes = eventTypesOf("account", Account, {
  created: "An account was opened.",
  updated: "The name, the metadata or the external id of an account changed.",
  frozen: "A freeze of an account began, by the tenant or by the platform.",
  unfrozen: "A freeze of an account ended.",
  closed: "An account was closed, for ever.",
});

type AccountChange = AccountChanged | AccountFreezeChanged;

const CHANGED: EventOfKind<AccountChange> = {
  resourceIdOf: ({ accountId }) => accountId,
  objectOf: accountAfter,
  previousOf: ({ previous }) => previous,
};
const CREATED: readonly FactEvent[] = [
  eventOf<AccountCreated>("account.created", {
    resourceIdOf: ({ accountId }) => accountId,
    objectOf: (created, { record, names }) =>
      accountResource(suffixOfAccount(created), fieldsOfNew(created, record), names),
  }),
];
const NO_EVENTS: readonly FactEvent[] = [];

export const accountEvents: EventsByKind = {
  "account.created.1": (fact) => (isOfPlatform(fact as AccountCreated) ? NO_EVENTS : CREATED),
  "account.updated.1": changed("updated"),
  "account.closed.1": changed("closed"),
  "account.frozen.1": changed("frozen"),
  "account.unfrozen.1": changed("unfrozen"),
  [FREEZE_NOTED]: noEvents,
};

function changed(what: string): EventsOf {
  return oneEvent(`account.${what}`, CHANGED);
}

/**
 * The account after a change: what its creation fixed, and what the fact says. Facts of before the
 * field `revision` have the account in their record's reply. Only where such a fact closed the
 * accounts of a customer it is not there, and a closed account stays as it is.
 */
function accountAfter(fact: AccountChange, { snapshot, record, names }: EventSource): unknown {
  const { accountId, status, extras, revision } = fact;
  const suffix = suffixOfAccount(fact);
  if (revision === undefined) return accountOfReply(record, accountId) ?? accountNow();
  const created = creationOf(snapshot, record.realm, suffix);
  const fields = fieldsOfNew(created.fact, created.record);
  const changedBy = actorText(actorOfHead(record));
  const after = { ...fields, status, extras, revision, updatedAtMs: record.timeMs, changedBy };
  return accountResource(suffix, after, names);

  function accountNow(): Account {
    const seen = accounts.find(snapshot, record.realm, accountId);
    invariant(seen !== undefined, "an account that was closed is stored");
    return accountResource(suffix, seen.document, names);
  }
}

function accountOfReply({ reply }: StoredRecord, accountId: string): Account | undefined {
  if (reply === undefined) return undefined;
  const account = JSON.parse(withoutPrivateNotes(reply)) as Partial<Account>;
  return account.accountId === accountId ? (account as Account) : undefined;
}

/** The record that created an account, and its fact: the id of the account carries the place. */
function creationOf(snapshot: Snapshot, realm: number, suffix: string) {
  const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
  const fact = record?.facts.find(
    (each) =>
      each.kind === "account.created.1" && suffixOfAccount(each as AccountCreated) === suffix,
  );
  invariant(record !== undefined && fact !== undefined, "an id names the record that made it");
  return { record, fact: fact as AccountCreated };
}

function fieldsOfNew(created: AccountCreated, record: StoredRecord): AccountResourceFields {
  return {
    status: "open",
    roleCode: roleCodeOf(created.role),
    currency: created.currency,
    revision: 1,
    updatedAtMs: record.timeMs,
    ownerType: created.owner.type,
    ownerId: created.owner.id,
    changedBy: makerOf(created, actorText(actorOfHead(record))),
    extras: extrasOfNew(created),
  };
}

function suffixOfAccount({ accountId }: { accountId: string }): string {
  return accountId.slice("acct_".length);
}
