/** For tests: runs a write as a command of the shard, and returns its outcome. */
import { Type } from "@sinclair/typebox";
import type { Place } from "../../src/base/id.ts";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import { accept, declareWrite, type WriteOperation } from "../../src/contract/declare/operation.ts";
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import type { ActorType } from "../../src/contract/records/actor.ts";
import type { RealmDocument } from "../../src/contract/records/realm_document.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import type { ErrorBody } from "../../src/contract/refusals/error_envelope.ts";
import { SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import type { Command, Outcome as ShardOutcome } from "../../src/shard/command.ts";
import { resumed } from "../../src/shard/endings.ts";
import type { Journal } from "../../src/shard/journal.ts";
import type { SystemCause } from "../../src/shard/system_command.ts";
import { START_MS } from "./callers.ts";
import type { Input } from "./input.ts";

// biome-ignore lint/suspicious/noExplicitAny: runs operations of every state and input
export type AnyWrite = WriteOperation<any, any, any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the operation under test says
export type Answer = any;

/** Options of a write besides its input. */
export type Asking = {
  /** The key of the caller; the world's own key when absent. */
  caller?: ProductKeyCaller;
  /** `api` when absent. The clock and the platform are the principals of their own commands. */
  cause?: "api" | SystemCause;
  idempotencyKey?: string;
  /** The result of the operation's `prepare`. */
  prepared?: unknown;
  /** The due time and the additional facts of a due step. */
  due?: Command["due"];
  /** The place of the record that caused this command. */
  parentPlace?: Place;
};

/** The outcome of a write. `details`: the refusal's own details. */
export type Outcome = {
  code: string | undefined;
  message: string;
  details: Record<string, Answer>;
  /** Undefined for a refusal, and for work under way, whose reply `World.answerOf` has later. */
  reply: Answer;
  /** The facts of the record. */
  facts: readonly Fact[];
  /** The place of the record; 0 when there is none. */
  place: Place;
  /** The JSON text of the answer; undefined while the work is under way. */
  body: string | undefined;
  isReplayed: boolean;
  /** The HTTP status of the answer; 0 where the shard was not asked, and of a read. */
  status: number;
};

/** The outcome of a write that an edge refuses. */
export const NOTHING_WRITTEN: Omit<Outcome, "code" | "message" | "details"> = {
  reply: undefined,
  facts: [],
  place: 0,
  body: "",
  isReplayed: false,
  status: 0,
};

/** The realm of a key; the realm is opened when it is first needed. */
export function realmOf(
  journal: Journal<ShardState>,
  { principal: { tenantId, productId, environment } }: ProductKeyCaller,
): RealmDocument {
  const names = { tenantId, productId, environment };
  journal.openRealm(names, START_MS);
  return journal.realms.get(realmKeyOf(names)) as RealmDocument;
}

/** Runs a write and returns its outcome. */
export function execute(
  journal: Journal<ShardState>,
  { id: operation }: AnyWrite,
  input: Input,
  asking: Asking & { caller: ProductKeyCaller },
): Outcome {
  const { caller, cause = "api", idempotencyKey, prepared, parentPlace = 0, due } = asking;
  const principalId = cause === "api" ? caller.principal.principalId : cause;
  const realm = realmOf(journal, caller);
  const actorType: ActorType = cause === "api" ? "product_key" : cause;
  const by = {
    requestId: "request",
    principalId,
    actorType,
    actorId: principalId,
    cause,
    idempotencyKey,
  };
  const command = { ...by, parentPlace, operation, realm, input, prepared, due };
  const run = (one: Command) => journal.execute(one);
  return outcomeOf(journal, resumed(journal, command, run(command), run));
}

/** The outcome of a write, from the answer of the shard and from its record. */
export function outcomeOf<S>(
  journal: Journal<S>,
  { status, body, replayed: isReplayed, place }: ShardOutcome,
): Outcome {
  const facts = journal.record(place)?.facts ?? [];
  const written = { facts, place, body, isReplayed, status };
  const reply =
    body === undefined ? undefined : ((body === "" ? null : JSON.parse(body)) as unknown);
  if (status < 400) return { code: undefined, message: "", details: {}, reply, ...written };
  const { code, message, details } = (reply as ErrorBody).error;
  // Every error answer adds these two fields to the details of the refusal.
  const { operation: _, docUrl: __, ...own } = details;
  return { code, message, details: own, reply: undefined, ...written };
}

/** The real registry with operations that are added, or stand in for those with their ids. */
export function registryWith(...added: readonly AnyWrite[]): ShardRegistry<ShardState> {
  const operations = new Map(SHARD_REGISTRY.operations);
  for (const operation of added) operations.set(operation.id, operation);
  return { ...SHARD_REGISTRY, operations };
}

/** An operation that writes the facts of a test. */
export function factsOperation(facts: () => readonly Fact[]): AnyWrite {
  return declareWrite<ShardState>()({
    id: "test",
    summary: "Facts of a test",
    http: { method: "POST", path: "/test" },
    principals: ["system"],
    scope: undefined,
    output: Type.Null(),
    refusals: [],
    events: [],
    decide: () => accept(facts(), null),
  });
}
