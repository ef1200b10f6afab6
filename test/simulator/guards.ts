/**
 * The guards of the ledger and of programs, each switched off by building a server with a part that lacks the guard.
 * Production code has no switch for this. A simulator that does not notice the loss of a guard does
 * not test that guard.
 */
import type { Decision } from "../../src/contract/declare/operation.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import type { ErrorCode } from "../../src/contract/refusals/error_catalog.ts";
import type { AccountTable } from "../../src/features/ledger/account_table.ts";
import { TRANSFER_ROW, type TransferRow } from "../../src/features/ledger/transfer_row.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { WEBHOOK_REPORTED } from "../../src/features/webhook_delivery/webhook_report.ts";
import type { OutboxOptions } from "../../src/outbox/outbox.ts";
import { GroupCommit } from "../../src/shard/group_commit.ts";
import { IdempotencyTable } from "../../src/shard/idempotency_table.ts";
import { BANK_GUARDS } from "./bank_guards.ts";
import { openStubbornLog, openTrustingLog, openUnchainedLog } from "./careless_logs.ts";
import { deciding, replaced, timing } from "./changed_parts.ts";
import { PROGRAM_GUARDS } from "./program_guards.ts";
import { type Parts, REAL_PARTS } from "./server.ts";
import { TOLD_GUARDS } from "./told_guards.ts";

type Registry = Parts["registry"];
type Operation = Registry["operations"] extends ReadonlyMap<string, infer O> ? O : never;
type Lasting = NonNullable<Operation["lasting"]>;

const MOVEMENTS = ["transfer.create", "transfer.batch.create", "transfer_hold.create"];
const TOLD = ["provider_request.news", "provider_request.progress"];
const ACCOUNT_REALMS_MAX = 16;

export const GUARDS: Readonly<Record<string, Parts>> = {
  "idempotency check": { ...REAL_PARTS, createIdempotency: () => new ForgetfulTable(7) },
  "balance check": deciding(["transfer.create", "transfer.reverse"], (decide) => {
    return (...asked) => postedAnyway(decide(...asked));
  }),
  "freeze check": deciding([...MOVEMENTS, "transfer_hold.clear"], (decide) => {
    return (state, ...asked) =>
      decide(withAccounts(state, withoutFreezes(state.accounts)), ...asked);
  }),
  "status of the paying customer": deciding(MOVEMENTS, (decide) => {
    return (state, ...asked) =>
      decide(withAccounts(state, withoutOwners(state.accounts)), ...asked);
  }),
  "reply after sync": { ...REAL_PARTS, createCommit: (...parts) => new HastyCommit(...parts) },
  "hash check": { ...REAL_PARTS, openLog: openTrustingLog },
  "chain of hashes": { ...REAL_PARTS, openLog: openUnchainedLog },
  "stop at a failed sync": { ...REAL_PARTS, openLog: openStubbornLog },
  "wall between Products": deciding(MOVEMENTS, (decide) => {
    return (state, ...asked) =>
      decide(withAccounts(state, withoutRealms(state.accounts)), ...asked);
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
  "what is due at a start": timing({ realms: () => [], onTheirWay: () => [] }),
  "clock at the time of a step": timing({ stepped: (atMs) => atMs - 1 }),
  "answer at the arrival": {
    ...REAL_PARTS,
    registry: { ...REAL_PARTS.registry, operations: answeringAtOnce("sandbox.clock.advance") },
  },
  "a drain of one frame": {
    ...REAL_PARTS,
    registry: { ...REAL_PARTS.registry, createState: createStateDrainedLate },
  },
  "news of a report": deciding(["webhook_delivery.report"], (decide) => (state, input, context) => {
    const { lines } = input as { lines: readonly unknown[] };
    const decision = decide(state, input, context);
    return decision.refused
      ? decision
      : { ...decision, facts: [{ kind: WEBHOOK_REPORTED, lines } as Fact] };
  }),
  "position below what is under way": sending(({ report }) => ({
    report: (reports) => report(reports.map((line) => ({ ...line, position: line.position + 1 }))),
  })),
  "eight attempts": sending(({ kinds }) => ({
    kinds: kinds.map((kind) => ({ ...kind, schedule: [...kind.schedule, 1] })),
  })),
  "few attempts at once": sending(() => ({ atOnce: 16 })),
  "ask before an effect is sent again": {
    ...REAL_PARTS,
    errandOf: (errand) => ({ ...errand, asksFirst: false }),
  },
  "first outcome of a provider": deciding(TOLD, (decide) => (state, ...asked) => {
    const { verifications } = state;
    return decide({ ...state, verifications: withoutOutcomes(verifications) }, ...asked);
  }),
  "news twice": deciding(["provider_request.news"], (decide) => (state, input, context) => {
    const news = input as { newsId: string };
    return decide(state, { ...news, newsId: `${news.newsId} ${context.nowMs}` }, context);
  }),
  "money is conserved": {
    ...REAL_PARTS,
    registry: {
      ...REAL_PARTS.registry,
      apply: new Map(REAL_PARTS.registry.apply).set(TRANSFER_ROW, applyTooMuch),
    },
  },
  ...BANK_GUARDS,
  ...PROGRAM_GUARDS,
  ...TOLD_GUARDS,
};

/** The real parts, with an outbox whose options are changed. */
function sending(change: (options: OutboxOptions) => Partial<OutboxOptions>): Parts {
  const { createOutbox } = REAL_PARTS;
  return {
    ...REAL_PARTS,
    createOutbox: (options) => createOutbox({ ...options, ...change(options) }),
  };
}

/** An idempotency table that finds no key. */
class ForgetfulTable extends IdempotencyTable {
  override find(): number {
    return 0;
  }
}

/** A group commit that says "durable" when the append begins. */
class HastyCommit extends GroupCommit {
  override commit(onDurable: (sequence: number) => void): boolean {
    const hasBegun = super.commit(onDurable);
    if (hasBegun) onDurable(this.newest);
    return hasBegun;
  }
}

/** The real operations, but this one answers how many steps have run before all steps have run. */
function answeringAtOnce(id: string): Registry["operations"] {
  const operation = REAL_PARTS.registry.operations.get(id) as Operation;
  const endOf: Lasting["endOf"] = (record, realm, state) =>
    operation.lasting?.endOf(record, realm, state) ?? {
      kind: "succeeded",
      atMs: record.timeMs,
      body: JSON.stringify({ ran: 0 }),
    };
  return new Map(REAL_PARTS.registry.operations).set(id, {
    ...operation,
    lasting: { ...operation.lasting, endOf },
  });
}

/** The decision of a transfer that lacks money, changed as if the money were there. */
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

/** A state whose balances are drained as they are when their turn comes. */
function createStateDrainedLate(): ShardState {
  const state = REAL_PARTS.registry.createState();
  const { balances } = state.accounts;
  const beginDrain = balances.beginDrain.bind(balances);
  balances.beginDrain = (sink) => ({
    take: (limit) => (limit === 0 ? 0 : beginDrain(sink).take(Number.POSITIVE_INFINITY)),
  });
  return state;
}

/** Applies a transfer so that it credits one minor unit more than it debits. */
function applyTooMuch(
  ...[state, fact, head]: Parameters<NonNullable<ReturnType<Registry["apply"]["get"]>>>
) {
  REAL_PARTS.registry.apply.get(TRANSFER_ROW)?.(state, fact, head);
  const { accounts } = state;
  const { destinationOrdinal: at, step } = fact as TransferRow;
  if (step !== "posted") return;
  accounts.setCredits(at, accounts.creditsPosted(at) + 1n, accounts.creditsPending(at));
}

function withAccounts(state: ShardState, accounts: AccountTable): ShardState {
  return { ...state, accounts };
}

/** The verifications, of which none has an outcome. */
function withoutOutcomes(verifications: ShardState["verifications"]): ShardState["verifications"] {
  return new Proxy(verifications, {
    get(table, name) {
      if (name === "byId") {
        return (realm: number, id: string) => {
          const found = table.byId(realm, id);
          const isDecided = found?.status === "verified" || found?.status === "failed";
          return isDecided ? { ...found, status: "processing" as const } : found;
        };
      }
      const value = Reflect.get(table, name, table) as unknown;
      return typeof value === "function" ? value.bind(table) : value;
    },
  });
}

/** The accounts without their freezes. */
function withoutFreezes(accounts: AccountTable): AccountTable {
  return replaced(accounts, {
    isOpen: (ordinal) => accounts.status(ordinal) !== "closed",
    extras(ordinal) {
      const { freezes: _, ...extras } = accounts.extras(ordinal) ?? {};
      return extras;
    },
  });
}

/** The accounts as if no customer owned one. */
function withoutOwners(accounts: AccountTable): AccountTable {
  return replaced(accounts, { customerKeyOf: () => undefined });
}

/** The accounts, in which every realm finds the accounts of all realms. */
function withoutRealms(accounts: AccountTable): AccountTable {
  return replaced(accounts, {
    ordinalOf(_realm, accountId) {
      for (let realm = 1; realm <= ACCOUNT_REALMS_MAX; realm++) {
        const ordinal = accounts.ordinalOf(realm, accountId);
        if (ordinal >= 0) return ordinal;
      }
      return -1;
    },
  });
}
