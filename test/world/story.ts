/**
 * For tests: what a story is made of. A story is a generator of requests, which goes on with the reply to each; the cases
 * of the nouns (test/support/noun_cases.ts) tell the parts, and `stories.ts` puts them together.
 */
import type { RealmNames } from "../../src/contract/declare/principal.ts";
import type { Command } from "../../src/shard/command.ts";
import { PRODUCT_ID } from "./callers.ts";

export type Input = Record<string, unknown>;
export type Reply = Record<string, string>;

/** Who acts, where it is not the platform. */
export type Acting = Pick<Command, "actorType" | "actorId" | "principalId">;

/** One step of a story: the story goes on with the reply, or the refusal, of a request. */
export type Step =
  | { enter: RealmNames }
  | { by: "caller"; operation: string; input: Input }
  | { by: "operator"; operation: string; input: Input; prepared?: unknown; as?: Acting };
/** A part of a story, whose result other steps of the part go on with. */
export type Part<T = void> = Generator<Step, T, Reply>;

/** The realm in which the story is told now, as the shard counts it. */
export type RealmNow = { number: number; eventCount: number };

/** Where a noun tells its part of the story of a ledger shard. */
export type ShardStage = {
  realm(): RealmNow;
  /** The time by the clock of the sandbox, milliseconds. */
  nowMs: number;
};

/** Where a noun tells its part of the story of the platform shard: the realm of a company that has a Product. */
export type CompanyStage = {
  company: RealmNames;
  productId: string;
  /** An owner of the company. */
  userId: string;
  memberId: string;
};

/** A request of a caller. */
export function* ask(operation: string, input: Input): Part<Reply> {
  return yield { by: "caller", operation, input };
}

/** A request of the operator or of the platform, with the result of its `prepare`. */
export function* operate(
  operation: string,
  input: Input,
  prepared?: unknown,
  as?: Acting,
): Part<Reply> {
  return yield { by: "operator", operation, input, prepared, ...(as && { as }) };
}

export function* createCustomer({ isTest = true } = {}): Part<string> {
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const draft = { productId: PRODUCT_ID, test: isTest, entity };
  return String((yield* ask("customer.create", draft))["customerId"]);
}

/** An account of the customer. */
export function* openAccount(owner: string, currency = "EUR"): Part<string> {
  const draft = { productId: PRODUCT_ID, role: "customer_balance", currency };
  const made = yield* ask("account.create", { ...draft, owner: { type: "customer", id: owner } });
  return String(made["accountId"]);
}

export function* fund(destinationAccountId: string, amount: string, currency = "EUR"): Part<void> {
  yield* ask("sandbox.account_funding.create", { destinationAccountId, amount, currency });
}

/** The clock of the sandbox goes on, and the story is told at the later time. */
export function* advance(stage: ShardStage, ms: number): Part<void> {
  stage.nowMs += ms;
  const at = new Date(stage.nowMs).toISOString();
  yield* ask("sandbox.clock.advance", { productId: PRODUCT_ID, at });
}
