/** For tests: a write as the actor is asked for it, and what came of it. */

import { Type } from "@sinclair/typebox";
import type { Outcome as ActorOutcome, Command } from "../../src/actor/command.ts";
import type { Journal } from "../../src/actor/journal.ts";
import type { Place } from "../../src/base/id.ts";
import { actorOfText } from "../../src/contract/actor.ts";
import type { ProductKeyCaller } from "../../src/contract/caller.ts";
import type { ErrorBody } from "../../src/contract/error_envelope.ts";
import { accept, declareWrite, type WriteOperation } from "../../src/contract/operation.ts";
import { scopeKeyOf } from "../../src/contract/principal.ts";
import type { Cause, Fact } from "../../src/contract/record.ts";
import type { ActorRegistry } from "../../src/contract/registry.ts";
import type { ScopeDocument } from "../../src/contract/scope_document.ts";
import { SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { START_MS } from "./callers.ts";
import type { Input } from "./input.ts";

// biome-ignore lint/suspicious/noExplicitAny: runs operations of every state and input
export type AnyWrite = WriteOperation<any, any, any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the operation under test says
export type Answer = any;

/** What a test says about a write beyond its input. */
export type Asking = {
  /** Whose key asks; the world's own where it is absent. */
  caller?: ProductKeyCaller;
  /** The clock and the platform ask in their own name. */
  cause?: Cause;
  idempotencyKey?: string;
  /** What the operation's `prepare` gave. */
  prepared?: unknown;
  /** Of a step that time asks for. */
  due?: Command["due"];
  /** The record that asked for this one. */
  parentPlace?: Place;
};

/** What came of a write. `details` are those of the refusal itself. */
export type Outcome = {
  code: string | undefined;
  message: string;
  details: Record<string, Answer>;
  /** Undefined of a refusal, and of what is under way: `World.answerOf` has it later. */
  reply: Answer;
  /** As the record holds them. */
  facts: readonly Fact[];
  /** Of its record; 0 where there is none. */
  place: Place;
  /** JSON text, as it is sent; undefined of what is under way. */
  body: string | undefined;
  isReplayed: boolean;
};

/** What comes of a write that the edge does not let through. */
export const NOTHING_WRITTEN: Omit<Outcome, "code" | "message" | "details"> = {
  reply: undefined,
  facts: [],
  place: 0,
  body: "",
  isReplayed: false,
};

/** The scope that a key acts in. It is opened when somebody first acts there. */
export function scopeOf(
  journal: Journal<ShardState>,
  { principal: { tenantId, productId, environment } }: ProductKeyCaller,
): ScopeDocument {
  const names = { tenantId, productId, environment };
  journal.openScope(names, START_MS);
  return journal.scopes.get(scopeKeyOf(names)) as ScopeDocument;
}

/** Runs a write and returns what came of it. */
export function execute(
  journal: Journal<ShardState>,
  { id: operation }: AnyWrite,
  input: Input,
  asking: Asking & { caller: ProductKeyCaller },
): Outcome {
  const { caller, cause = "api", idempotencyKey, prepared, parentPlace = 0, due } = asking;
  const principalId = cause === "api" ? caller.principal.principalId : cause;
  const scope = scopeOf(journal, caller);
  const { type: actorType, id: actorId } = actorOfText(principalId);
  const by = { requestId: "request", principalId, actorType, actorId, cause, idempotencyKey };
  const command = { ...by, parentPlace, operation, scope, input, prepared, due };
  return toldOf(journal, journal.execute(command));
}

/** What an actor answers, and what its record has. */
export function toldOf(
  journal: Journal<ShardState>,
  { status, body, replayed: isReplayed, place }: ActorOutcome,
): Outcome {
  const facts = journal.record(place)?.facts ?? [];
  const told = { facts, place, body, isReplayed };
  const reply = body === undefined ? undefined : (JSON.parse(body) as unknown);
  if (status < 400) return { code: undefined, message: "", details: {}, reply, ...told };
  const { code, message, details } = (reply as ErrorBody).error;
  // The envelope adds these two to the details of every refusal.
  const { operation: _, docUrl: __, ...own } = details;
  return { code, message, details: own, reply: undefined, ...told };
}

/** The real registry, and one operation more. */
export function registryWith(operation: AnyWrite): ActorRegistry<ShardState> {
  const operations = new Map([...SHARD_REGISTRY.operations, [operation.id, operation]]);
  return { ...SHARD_REGISTRY, operations };
}

/** An operation that writes whatever facts a test has. */
export function factsOperation(facts: () => readonly Fact[]): AnyWrite {
  return declareWrite<ShardState>()({
    id: "test",
    summary: "Facts of a test",
    tag: "Test",
    http: { method: "POST", path: "/test", status: 200 },
    principals: ["system"],
    scope: undefined,
    output: Type.Null(),
    refusals: [],
    events: [],
    decide: () => accept(facts(), null),
  });
}
