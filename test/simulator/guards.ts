/**
 * The guards of the ledger, each switched off by handing a life a part that lacks it. Production code
 * has no switch: a part is replaced where a server is put together. A simulator that does not notice
 * the loss of a guard proves nothing of it.
 */
import { GroupCommit } from "../../src/actor/group_commit.ts";
import { IdempotencyTable } from "../../src/actor/idempotency_table.ts";
import type { DueStep } from "../../src/contract/due_source.ts";
import type { ErrorCode } from "../../src/contract/error_catalog.ts";
import type { Decision } from "../../src/contract/operation.ts";
import type { AccountTable } from "../../src/features/ledger/account_table.ts";
import { TRANSFER_ROW, type TransferRow } from "../../src/features/ledger/transfer_row.ts";
import { SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { openStubbornLog, openTrustingLog, openUnchainedLog } from "./careless_logs.ts";
import { type Parts, REAL_PARTS } from "./server.ts";

type Registry = Parts["registry"];
type Operation = Registry["operations"] extends ReadonlyMap<string, infer O> ? O : never;
type Decide = Operation["decide"];

const MOVEMENTS = ["transfer.create", "transfer.batch.create", "transfer_hold.create"];
const ACCOUNT_SCOPES_MAX = 16;

export const GUARDS: Readonly<Record<string, Parts>> = {
  "idempotency check": { ...REAL_PARTS, createIdempotency: () => new ForgetfulTable(7, 32) },
  "balance check": deciding(["transfer.create", "transfer.reverse"], (decide) => {
    return (...asked) => postedAnyway(decide(...asked));
  }),
  "freeze check": deciding([...MOVEMENTS, "transfer_hold.clear"], (decide) => {
    return (state, ...asked) => decide(withAccounts(state, thawed(state.accounts)), ...asked);
  }),
  "reply after sync": { ...REAL_PARTS, createCommit: (...parts) => new HastyCommit(...parts) },
  "hash check": { ...REAL_PARTS, openLog: openTrustingLog },
  "chain of hashes": { ...REAL_PARTS, openLog: openUnchainedLog },
  "stop at a failed sync": { ...REAL_PARTS, openLog: openStubbornLog },
  "wall between Products": deciding(MOVEMENTS, (decide) => {
    return (state, ...asked) => decide(withAccounts(state, unwalled(state.accounts)), ...asked);
  }),
  "revision check": deciding(["account.update", "customer.update"], (decide) => {
    return (state, { expectedRevision: _, ...input }, context) => decide(state, input, context);
  }),
  "deadline for callers": deciding(["transfer_hold.cancel", "transfer_hold.clear"], (decide) => {
    return (state, input, context) => {
      const decision = decide(state, input, context);
      const { actor, newId, record } = context;
      return decision.refused && decision.code === "state_conflict"
        ? decide(state, input, { ...context, actor, newId, record, nowMs: 0, dueMs: 0 })
        : decision;
    };
  }),
  "deadline of live holds": timing({ earliest: (step, isLive) => (isLive ? undefined : step) }),
  "deadlines on a clock's way": timing({ earliest: (step, isLive) => (isLive ? step : undefined) }),
  "what is due at a start": timing({ scopes: () => [], onTheirWay: () => [] }),
  "clock at the time of a step": timing({ stepped: (atMs) => atMs - 1 }),
  "answer at the arrival": {
    ...REAL_PARTS,
    registry: { ...SHARD_REGISTRY, operations: answeringAtOnce("sandbox.clock.advance") },
  },
  "money is conserved": {
    ...REAL_PARTS,
    registry: {
      ...SHARD_REGISTRY,
      apply: new Map(SHARD_REGISTRY.apply).set(TRANSFER_ROW, applyTooMuch),
    },
  },
};

/** Remembers no key. */
class ForgetfulTable extends IdempotencyTable {
  override find(): number {
    return 0;
  }
}

/** Says "durable" when the append begins. */
class HastyCommit extends GroupCommit {
  override commit(onDurable: (sequence: number) => void): boolean {
    const hasBegun = super.commit(onDurable);
    if (hasBegun) onDurable(this.newest);
    return hasBegun;
  }
}

/** The real parts, but these operations decide otherwise. */
function deciding(ids: readonly string[], change: (decide: Decide) => Decide): Parts {
  const operations = new Map(SHARD_REGISTRY.operations);
  for (const id of ids) {
    const operation = operations.get(id) as Operation;
    operations.set(id, { ...operation, decide: change(operation.decide) });
  }
  return { ...REAL_PARTS, registry: { ...SHARD_REGISTRY, operations } };
}

type Due = Registry["due"][number];
type Clocks = NonNullable<Registry["clocks"]>;
/** What is otherwise than in the real sources of what is due, and in the real clocks. */
type Timing = {
  scopes?: Due["scopes"];
  onTheirWay?: Clocks["onTheirWay"];
  earliest?: (step: DueStep | undefined, isLive: boolean) => DueStep | undefined;
  stepped?: (atMs: number) => number;
};

function timing({ earliest, scopes, onTheirWay, stepped = (atMs) => atMs }: Timing): Parts {
  const due = SHARD_REGISTRY.due.map(
    (source): Due => ({
      ...source,
      ...(scopes !== undefined && { scopes }),
      earliest(state, scope) {
        const step = source.earliest(state, scope);
        const isLive = SHARD_REGISTRY.clocks?.of(state, scope) === undefined;
        return earliest === undefined ? step : earliest(step, isLive);
      },
    }),
  );
  const real = SHARD_REGISTRY.clocks as Clocks;
  const clocks: Clocks = {
    ...real,
    ...(onTheirWay !== undefined && { onTheirWay }),
    stepped: (atMs) => real.stepped(stepped(atMs)),
  };
  return { ...REAL_PARTS, registry: { ...SHARD_REGISTRY, due, clocks } };
}

/** The real operations, but this one says how many steps have run without waiting for the rest. */
function answeringAtOnce(id: string): Registry["operations"] {
  const operation = SHARD_REGISTRY.operations.get(id) as Operation;
  const respond: Operation["respond"] = (record, scope, state) =>
    operation.respond?.(record, scope, state) ?? JSON.stringify({ ran: 0 });
  return new Map(SHARD_REGISTRY.operations).set(id, { ...operation, respond });
}

/** A transfer that failed for want of money, as if there had been enough. */
function postedAnyway(decision: Decision<ErrorCode>): Decision<ErrorCode> {
  if (!decision.refused || decision.code !== "insufficient_balance") return decision;
  const facts = (decision.facts as readonly TransferRow[]).map((row) => {
    const { failureCode: _, ...extras } = row.extras ?? {};
    const step = "posted" as const;
    const sourcePosted = row.sourcePosted - row.amountMinor;
    const destinationPosted = row.destinationPosted + row.amountMinor;
    return { ...row, step, extras, sourcePosted, destinationPosted };
  });
  return { refused: false, facts };
}

/** Credits one minor unit more than it debits. */
function applyTooMuch(
  ...[state, fact, head]: Parameters<NonNullable<ReturnType<Registry["apply"]["get"]>>>
) {
  SHARD_REGISTRY.apply.get(TRANSFER_ROW)?.(state, fact, head);
  const { accounts } = state;
  const { destinationOrdinal: at, step } = fact as TransferRow;
  if (step !== "posted") return;
  accounts.setCounters(
    at,
    accounts.debitsPosted(at),
    accounts.creditsPosted(at) + 1n,
    accounts.debitsPending(at),
    accounts.creditsPending(at),
  );
}

function withAccounts(state: ShardState, accounts: AccountTable): ShardState {
  return { ...state, accounts };
}

/** Shows frozen accounts as open ones. */
function thawed(accounts: AccountTable): AccountTable {
  return showing(accounts, {
    isOpen: (ordinal) => accounts.status(ordinal) !== "closed",
    extras(ordinal) {
      const { freezes: _, ...extras } = accounts.extras(ordinal) ?? {};
      return extras;
    },
  });
}

/** Finds accounts of every Product. */
function unwalled(accounts: AccountTable): AccountTable {
  return showing(accounts, {
    ordinalOf(_scope, accountId) {
      for (let scope = 1; scope <= ACCOUNT_SCOPES_MAX; scope++) {
        const ordinal = accounts.ordinalOf(scope, accountId);
        if (ordinal >= 0) return ordinal;
      }
      return -1;
    },
  });
}

/** The table itself, but for some of its answers. */
function showing(accounts: AccountTable, instead: Partial<AccountTable>): AccountTable {
  return new Proxy(accounts, {
    get(table, name) {
      const own = Reflect.get(instead, name) as unknown;
      if (own !== undefined) return own;
      const value = Reflect.get(table, name, table) as unknown;
      return typeof value === "function" ? value.bind(table) : value;
    },
  });
}
