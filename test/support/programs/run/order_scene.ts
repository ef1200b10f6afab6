/**
 * For tests of the order of refusals: a call and a creation of which nothing is wrong, and the
 * world that they meet.
 */
import { compileProgram } from "../../../../src/programs/run/compiled_program.ts";
import type {
  ActionCall,
  CreateCall,
  ObjectRecord,
} from "../../../../src/programs/run/object_record.ts";
import type { ConsentRecord, Party, World } from "../../../../src/programs/run/world.ts";
import { ORDER_PROGRAM } from "./order_program.ts";
import { accepted, BEGIN_MS } from "./simulation.ts";

export const program = compileProgram(accepted(ORDER_PROGRAM));

type Changing<T> = { -readonly [K in keyof T]: T[K] };
/** What a call meets. Each fault below spoils one thing of it. */
export type Scene = {
  object: Changing<ObjectRecord>;
  call: Changing<ActionCall> & { input: Record<string, unknown> };
  creation: Changing<CreateCall> & { fields: Record<string, unknown> };
  party: Party;
  items: Map<string, Changing<ObjectRecord>>;
  consent: ConsentRecord;
  aggregates: Record<string, bigint>;
  exposures: Record<string, bigint>;
  balances: Record<string, bigint>;
  claimedBy: string | undefined;
  decision: "approved" | "declined";
  isRetired: boolean;
};

function item(objectId: string, subject: string): Changing<ObjectRecord> {
  return {
    ...bare("item", objectId),
    state: "ready",
    fields: new Map([["owner", subject]]),
    subject,
    currency: "EUR",
  };
}

export function access(change: Partial<NonNullable<Party["access"]>>): Party["access"] {
  return { customerAccessId: "access", status: "active", isRefused: false, ...change };
}

function bare(kind: string, objectId: string): ObjectRecord {
  return {
    objectId,
    kind,
    digest: "sha256:1",
    state: "fresh",
    revision: 1,
    createdAtMs: BEGIN_MS,
    fields: new Map(),
    currency: "EUR",
    subject: "ada",
    remainders: new Map(),
    sums: new Map(),
    rounds: new Map(),
  };
}

const FIELDS = { client: "ada", other: "bob", currency: "EUR", total: "100", place: "place" };

export function scene(): Scene {
  const fields = new Map<string, string | bigint | number | readonly Map<string, bigint>[]>([
    ...Object.entries(FIELDS),
    ["total", 100n],
    ["more", 0n],
    ["count", 1],
    ["item", "item"],
    ["lines", [new Map([["part", 100n]])]],
  ]);
  return {
    object: { ...bare("deal", "deal"), fields, remainders: new Map([["left", 100n]]) },
    call: {
      action: "go",
      actor: { type: "customer", id: "ada" },
      expectedRevision: 1,
      expectedDigest: "sha256:1",
      input: { amount: "50", flag: true, thing: "thing", mandate: "mandate" },
    },
    creation: {
      kind: "deal",
      objectId: "deal-2",
      actor: { type: "customer", id: "ada" },
      fields: { ...FIELDS, lines: [{ part: "100" }], mandate: "mandate" },
    },
    party: {
      customerId: "ada",
      status: "active",
      entityId: "entity",
      entityStatus: "active",
      entityKind: "person",
      tier: "tier_1",
      access: access({}),
    },
    items: new Map(["item", "thing", "place"].map((id) => [id, item(id, "ada")])),
    consent: {
      consentId: "mandate",
      customerId: "ada",
      type: "collection",
      status: "active",
      isVerified: true,
      usedTotal: 0n,
      usedCount: 0,
    },
    aggregates: {},
    exposures: {},
    balances: { "customer(ada).customer_balance.EUR": 1000n },
    claimedBy: undefined,
    decision: "approved",
    isRetired: false,
  };
}

export function worldOf({ party, items, consent, ...scene }: Scene): World {
  return {
    nowMs: BEGIN_MS,
    productId: "product",
    checksBalances: true,
    balance: ({ key }) => scene.balances[key] ?? 0n,
    reserved: () => 0n,
    accountIdOf: ({ key }) => key,
    object: (_, objectId) => items.get(objectId),
    claimedBy: () => scene.claimedBy,
    aggregate: ({ name }) => scene.aggregates[name] ?? 0n,
    exposure: ({ name }) => scene.exposures[name] ?? 0n,
    party: (customerId) =>
      customerId === "ada" ? party : customerId === "bob" ? { ...party, customerId } : undefined,
    decision: () => ({
      decisionId: "decision",
      status: scene.decision,
      deadlineMs: BEGIN_MS,
      onTimeout: "decline",
      isUsed: false,
    }),
    consent: (consentId) => (consentId === consent.consentId ? consent : undefined),
    isRetired: () => scene.isRetired,
  };
}
