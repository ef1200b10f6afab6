/**
 * For tests: a shard with customers, accounts and money, made by the real operations. Each write is
 * a second after the one before, and every answer is checked against what its operation declares.
 */
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { originOf } from "../base/id.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { ReadOperation, WriteOperation } from "../contract/operation.ts";
import type { Environment, Principal } from "../contract/principal.ts";
import { accountCreate } from "./account/account.create.ts";
import { accountCreatedFact, accountFacts } from "./account/account_facts.ts";
import type { Account } from "./account/account_schema.ts";
import { customerCreate } from "./customer/customer.create.ts";
import { customerFacts } from "./customer/customer_facts.ts";
import type { Customer } from "./customer/customer_schema.ts";
import { type Leg, Plan } from "./ledger/ledger.ts";
import type { ShardState } from "./registry.ts";
import { createTestShard, type Outcome, PRINCIPAL, type TestShard } from "./testing.ts";

const SCOPE = 1;
const STEP_MS = 1_000;

// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
type AnyWrite = WriteOperation<ShardState, any, any, any, ErrorCode>;
// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
type AnyRead = ReadOperation<any, any, ErrorCode>;
type Input = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the operation under test says
type Answer = any;

export type PartyShard = {
  shard: TestShard;
  principal: Principal;
  /** The refusal's code, or "accepted". */
  outcome(operation: AnyWrite, input: Input): string;
  /** What came of a write that is refused. Throws when it is not. */
  refusal(operation: AnyWrite, input: Input): Outcome;
  /** The reply. Throws when the write is refused or answers what it does not declare. */
  run(operation: AnyWrite, input: Input): Answer;
  /** What the read answers; a refusal as it is. */
  read(operation: AnyRead, input: Input): Answer;
};

export function createPartyShard(environment: Environment = "sandbox"): PartyShard {
  const shard = createTestShard([accountFacts, customerFacts]);
  const principal: Principal = { ...PRINCIPAL, environment };
  function decide(operation: AnyWrite, input: Input): Outcome {
    const outcome = shard.run(operation, input, { principal });
    shard.nowMs += STEP_MS;
    return outcome;
  }
  return {
    shard,
    principal,
    outcome: (operation, input) => decide(operation, input).code ?? "accepted",
    refusal(operation, input) {
      const outcome = decide(operation, input);
      if (outcome.code === undefined) throw new Error(`${operation.id} is accepted`);
      return outcome;
    },
    run(operation, input) {
      const outcome = decide(operation, input);
      if (outcome.code !== undefined) throw new Error(`${operation.id}: ${outcome.message}`);
      return declared(operation, outcome.reply);
    },
    read(operation, input) {
      const { refusal, reply } = shard.read(operation, input, { principal });
      return refusal ?? declared(operation, reply);
    },
  };
}

function declared({ id, output }: { id: string; output: TSchema }, answer: unknown): Answer {
  const error = Value.Errors(output, answer).First();
  if (error !== undefined) throw new Error(`${id} answers ${error.path}: ${error.message}`);
  return answer;
}

/** A person in Germany: active in sandbox, pending in live. */
export function createCustomer(shard: PartyShard, more: Record<string, unknown> = {}): Customer {
  return shard.run(customerCreate, {
    productId: shard.principal.productId,
    entity: { kind: "person", displayName: "Ada Lovelace", country: "DE" },
    ...more,
  });
}

/** A balance in EUR of the customer, or of a new one. */
export function createAccount(
  shard: PartyShard,
  { owner, ...more }: { owner?: { type: string; id: string } } & Record<string, unknown> = {},
): Account {
  return shard.run(accountCreate, {
    productId: shard.principal.productId,
    role: "customer_balance",
    currency: "EUR",
    owner: owner ?? { type: "customer", id: createCustomer(shard).customerId },
    ...more,
  });
}

/** An account of the platform in EUR, which may go below zero. Its id. */
export function createPlatformAccount({ shard, principal }: PartyShard): string {
  const accountId = shard.nextId("acct");
  const owner = { type: "platform", id: principal.productId } as const;
  shard.apply([accountCreatedFact({ accountId, role: "suspense", currency: "EUR", owner })]);
  return accountId;
}

/** Moves minor units at once, or with `step` reserved only reserves them. */
export function moveMoney(
  { shard }: PartyShard,
  move: { from: string; to: string; amountMinor: bigint; step?: "posted" | "reserved" },
): void {
  const { accounts } = shard.state;
  const plan = new Plan(accounts, originOf("op", shard.nextId("op"))?.place ?? 0);
  const leg: Leg = {
    step: move.step ?? "posted",
    transferKind: "book",
    sub: 0,
    sourceOrdinal: accounts.ordinalOf(SCOPE, move.from),
    destinationOrdinal: accounts.ordinalOf(SCOPE, move.to),
    amountMinor: move.amountMinor,
    reservedMinor: 0n,
  };
  if (plan.add(leg) !== undefined) throw new Error("the money to move is there");
  shard.apply(plan.rows);
}

/** Credits the account out of nowhere: from a new account of the platform. */
export function fund(shard: PartyShard, accountId: string, amountMinor: bigint): void {
  moveMoney(shard, { from: createPlatformAccount(shard), to: accountId, amountMinor });
}
