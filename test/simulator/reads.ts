/**
 * Reads: random read requests, and the answer that the model expects at the frame of the snapshot.
 */
import { BANK_WANTED, bankReads } from "./bank_reads.ts";
import { differenceOf } from "./difference.ts";
import type { ReadRequest, ReadResponse } from "./edge.ts";
import { pageOfEvents } from "./events.ts";
import { accessAnswer } from "./model/accesses.ts";
import { deliveryNamed, endpointAnswer } from "./model/endpoints.ts";
import {
  type Account,
  asOf,
  availableOf,
  type Hold,
  postedOf,
  type Realm,
  type Transfer,
  type Versions,
} from "./model/model.ts";
import { customerAnswer } from "./model/parties.ts";
import { verificationAnswer } from "./model/verifications.ts";
import { PROGRAM_WANTED, programRead } from "./program_reads.ts";
import type { Random } from "./random.ts";
import { deliveryId } from "./webhook_requests.ts";

/** The idempotency key of an earlier request of a realm, with the frame of its record. */
export type KnownKey = {
  idempotencyKey: string;
  suffix: string;
  frame: number;
  isRefused: boolean;
  /** The model of the realm of its record. */
  realm: Realm;
  /** The frame at which the work of the request has ended. */
  overFrame: number;
};

export function nextRead(
  random: Random,
  realm: Realm,
  realms: readonly Realm[],
  keys: readonly string[],
): ReadRequest {
  const from = random.chance(0.93) ? realm : random.pick(realms);
  const idFrom = (objects: Versions<unknown>) => random.pick([...objects.keys(), "unknown_id"]);
  const { productId } = realm;
  if (realm.program !== undefined && random.chance(0.6)) return programRead(random, realm, from);
  const account = () => ({ path: { accountId: idFrom(from.accounts) }, query: {} });
  return random.weighted<() => ReadRequest>([
    [5, () => ({ operation: "account.balance.retrieve", ...account() })],
    [2, () => ({ operation: "account.retrieve", ...account() })],
    [2, () => ({ operation: "account.entry.list", ...account() })],
    [1, () => ({ operation: "account.list", path: {}, query: { productId, limit: "100" } })],
    [
      1,
      () => ({
        operation: "customer.retrieve",
        path: { customerId: idFrom(from.customers) },
        query: {},
      }),
    ],
    [
      1,
      () => ({
        operation: "customer_access.retrieve",
        path: { customerAccessId: idFrom(from.accesses) },
        query: {},
      }),
    ],
    [
      3,
      () => ({
        operation: "transfer.retrieve",
        path: { transferId: idFrom(from.transfers) },
        query: {},
      }),
    ],
    [
      2,
      () => ({
        operation: "transfer_hold.retrieve",
        path: { transferHoldId: idFrom(from.holds) },
        query: {},
      }),
    ],
    [
      from.endpoints.size === 0 ? 0.1 : 3,
      () => ({
        operation: "webhook_endpoint.retrieve",
        path: { webhookEndpointId: idFrom(from.endpoints) },
        query: {},
      }),
    ],
    [
      from.endpoints.size === 0 ? 0.1 : 3,
      () => ({
        operation: "webhook_delivery.retrieve",
        path: { webhookDeliveryId: deliveryId({ random, realms: () => realms }, from) },
        query: {},
      }),
    ],
    [from.verifications.size === 0 ? 0 : 3, () => verificationRead(random, from)],
    ...bankReads(random, from),
    [1, () => clockRead(realm)],
    [3, () => eventRead(random, realm)],
    [
      2,
      () => ({
        operation: "idempotency_key.retrieve",
        path: { idempotencyKey: random.pick([...keys, "no-uuid"]) },
        query: {},
      }),
    ],
  ])();
}

/** A page of events, newest first or on from some number, of all events or of those like one of them. */
function eventRead(random: Random, { productId, events }: Realm): ReadRequest {
  const like = events[random.below(events.length + 1)];
  const limit = String(random.pick([1, 7, 50, 100]));
  const from = random.chance(0.5) ? { afterSequence: String(random.below(events.length + 2)) } : {};
  const filter = random.weighted<() => Record<string, string>>([
    [2, () => ({})],
    [1, () => (like === undefined ? {} : { types: like.type })],
    [1, () => (like === undefined ? {} : { resourceId: like.resourceId })],
  ])();
  return { operation: "event.list", path: {}, query: { productId, limit, ...from, ...filter } };
}

/** As a rule with the entity that the verification is of. */
function verificationRead(random: Random, { verifications, entities }: Realm): ReadRequest {
  const verificationId = random.pick([...verifications.keys(), "ver_unknown"]);
  const own = verifications.get(verificationId)?.[0]?.value.entityId;
  const entityId =
    own !== undefined && random.chance(0.9) ? own : random.pick([...entities.keys()]);
  const operation = "entity.kyc.verification.retrieve";
  return { operation, path: { entityId, verificationId }, query: {} };
}

function clockRead({ environment, productId }: Realm): ReadRequest {
  if (environment === "sandbox") {
    return { operation: "sandbox.clock.retrieve", path: { productId }, query: {} };
  }
  return { operation: "account.list", path: {}, query: { productId, limit: "100" } };
}

/** The violation of an answer, or undefined. */
export function wrongRead(
  realm: Realm,
  request: ReadRequest,
  { code, body, frame, sinceFrame }: ReadResponse,
  key: KnownKey | undefined,
): string | undefined {
  if (frame < sinceFrame) return `is of frame ${frame}, although ${sinceFrame} was acknowledged`;
  // The server looks up the key before it takes the snapshot, so a record between the two may be missed.
  const mayMiss =
    request.operation === "idempotency_key.retrieve" && (key?.frame ?? 0) > sinceFrame;
  if (mayMiss && code === "resource_not_found") return undefined;
  const wanted = WANTED[request.operation]?.(realm, request, frame, key);
  if (typeof wanted === "string") return code === wanted ? undefined : `must be ${wanted}`;
  if (code !== undefined) return `must be found, not ${code}`;
  const found = JSON.parse(body) as Record<string, unknown>;
  return differenceOf(wanted, found);
}

type Wanted = (
  realm: Realm,
  request: ReadRequest,
  frame: number,
  key: KnownKey | undefined,
) => Record<string, unknown> | string;

const WANTED: Readonly<Record<string, Wanted>> = {
  ...BANK_WANTED,
  ...PROGRAM_WANTED,
  "account.balance.retrieve": ofAccount((account) => ({
    accountId: account.accountId,
    available: String(availableOf(account)),
    posted: String(postedOf(account)),
    held: String(account.held),
    currency: account.currency,
  })),
  "account.retrieve": ofAccount(({ accountId, status, revision, role, freezes }) => ({
    accountId,
    status,
    revision,
    role,
    freezes: freezes.map(({ plane, mode }) => ({ plane, mode })),
  })),
  "account.entry.list": (realm, { path }, frame) => {
    const versions = realm.accounts.get(path["accountId"] as string) ?? [];
    const balances: bigint[] = [];
    let last = 0n;
    let seen = 0n;
    for (const { frame: at, value } of versions) {
      if (at > frame) break;
      const total = value.credits + value.debits;
      if (total !== seen) balances.push(postedOf(value));
      seen = total;
      last = postedOf(value);
    }
    if (versions.every(({ frame: at }) => at > frame)) return "account_not_found";
    // The newest page: at most 50 entries of an account, each with the balance after it.
    const lines = balances.reverse().slice(0, 50);
    const items = lines.map((balance) => ({ balance: String(balance) }));
    return items.length === 0 && last !== 0n ? "a balance without lines" : { items };
  },
  "account.list": (realm, _request, frame) => {
    const ids = [...realm.accounts.keys()].filter((accountId) => {
      const account = asOf(realm.accounts.get(accountId), frame);
      return account !== undefined && account.ownerType !== "platform";
    });
    return { items: ids.reverse().map((accountId) => ({ accountId })) };
  },
  "customer.retrieve": (realm, { path }, frame) => {
    const customer = asOf(realm.customers.get(path["customerId"] as string), frame);
    return customer === undefined ? "customer_not_found" : customerAnswer(customer);
  },
  "customer_access.retrieve": (realm, { path }, frame) => {
    const access = asOf(realm.accesses.get(path["customerAccessId"] as string), frame);
    return access === undefined ? "customer_access_not_found" : accessAnswer(access);
  },
  "entity.kyc.verification.retrieve": (realm, { path }, frame) => {
    const entity = asOf(realm.entities.get(path["entityId"] as string), frame);
    if (entity === undefined) return "entity_not_found";
    const { verificationId = "" } = path;
    const verification = asOf(realm.verifications.get(verificationId), frame);
    const isItsOwn = verification?.entityId === entity.entityId;
    return isItsOwn ? verificationAnswer(verification) : "resource_not_found";
  },
  "transfer.retrieve": (realm, { path }, frame) => {
    const transfer: Transfer | undefined = asOf(
      realm.transfers.get(path["transferId"] as string),
      frame,
    );
    if (transfer === undefined) return "transfer_not_found";
    const { transferId, status, kind, amount, currency } = transfer;
    return { transferId, status, kind, amount: String(amount), currency };
  },
  "transfer_hold.retrieve": (realm, { path }, frame) => {
    const hold: Hold | undefined = asOf(realm.holds.get(path["transferHoldId"] as string), frame);
    if (hold === undefined) return "transfer_hold_not_found";
    const { transferHoldId, status, amount, cleared } = hold;
    return { transferHoldId, status, amount: String(amount), clearedAmount: String(cleared) };
  },
  "webhook_endpoint.retrieve": (realm, { path }, frame) => {
    const endpoint = asOf(realm.endpoints.get(path["webhookEndpointId"] as string), frame);
    const isThere = endpoint !== undefined && endpoint.status !== "deleted";
    return isThere ? endpointAnswer(endpoint) : "resource_not_found";
  },
  "webhook_delivery.retrieve": (realm, { path }, frame) => {
    const webhookDeliveryId = path["webhookDeliveryId"] as string;
    const { line, number = 0 } = deliveryNamed(realm, webhookDeliveryId) ?? {};
    const shown = asOf(line?.shown.get(number), frame);
    if (shown === undefined) return "resource_not_found";
    const { status, attempt, attempts } = shown;
    return { webhookDeliveryId, status, attempt, attempts: Array(attempts).fill({}) };
  },
  "event.list": (realm, { query }, frame) => pageOfEvents(realm, frame, query),
  "sandbox.clock.retrieve": (realm, _request, frame) => ({
    effectiveAt: new Date(asOf(realm.clock, frame) as number).toISOString(),
  }),
  "idempotency_key.retrieve": (realm, { path }, frame, key) => {
    const isThere = key !== undefined && key.frame <= frame && key.realm === realm;
    if (!isThere) return "resource_not_found";
    const idempotencyKey = (path["idempotencyKey"] as string).toLowerCase();
    const ended = key.isRefused ? "refused" : "succeeded";
    const state = key.overFrame > frame ? "in_progress" : ended;
    return { idempotencyKey, state, operationId: `op_${key.suffix}` };
  },
};

function ofAccount(show: (account: Account) => Record<string, unknown>): Wanted {
  return (realm, { path }, frame) => {
    const account = asOf(realm.accounts.get(path["accountId"] as string), frame);
    return account === undefined ? "account_not_found" : show(account);
  };
}
