/** An operation made ready to be called, once, at start: its schemas compiled, its gate built. */
import { type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Gate, gateOf } from "../access/gate.ts";
import { invariant } from "../base/invariant.ts";
import type { Operation, ReadOperation, WriteOperation } from "../contract/operation.ts";
import { type PlainJsonReader, plainJsonReader } from "./plain_json.ts";
import { countingCodePoints } from "./text_lengths.ts";

/** The check of a part that an operation does not declare: the part must be empty. */
const NOTHING_CHECK = compiled(Type.Object({}, { additionalProperties: false }));

// biome-ignore lint/suspicious/noExplicitAny: calls are made of operations of any state and input
export type AnyOperation = Operation<any>;

// biome-ignore lint/suspicious/noExplicitAny: reads of every input type pass here
export type AnyRead = ReadOperation<any, any, any, any>;

// biome-ignore lint/suspicious/noExplicitAny: writes of every state and input pass here
export type AnyWrite = WriteOperation<any, any, any, any, any, any>;

/**
 * Whether a read acts on no shard: it answers from the contract, the same for everybody. A public
 * read ignores its caller, even where the caller is known.
 */
export function actsOnNoShard({
  type,
  acts,
  principals,
}: Pick<AnyOperation, "type" | "acts" | "principals">): boolean {
  return type === "read" && (acts?.on === "nothing" || principals.includes("public"));
}

export type Callable = {
  readonly operation: AnyOperation;
  /** The operation as a read that acts on no shard; undefined where it acts on a shard. */
  readonly shardlessRead: AnyRead | undefined;
  readonly gate: Gate;
  readonly pathCheck: TypeCheck<TSchema>;
  readonly queryCheck: TypeCheck<TSchema>;
  /** True when a call without a query is valid. */
  readonly isQueryOptional: boolean;
  /** Undefined where the operation takes no body. */
  readonly bodyCheck: TypeCheck<TSchema> | undefined;
  /** Reads a JSON body of the form that is usual for the operation; undefined where none is. */
  readonly plainJson: PlainJsonReader | undefined;
  /** True when a call without a body is valid. */
  readonly isBodyOptional: boolean;
};

export function callableOf(operation: AnyOperation): Callable {
  const body = operation.body as TSchema | undefined;
  const gate = gateOf(operation);
  invariant(
    operation.answers !== "events" || !gate.isPublic,
    `${operation.id}: a stream ends with the credential that it was opened with, so it takes one`,
  );
  invariant(
    !needsPlacingField(operation) || placingFieldOf(operation) !== undefined,
    `${operation.id}: a caller with several Products says by a field which one is meant`,
  );
  const bodyCheck = body === undefined ? undefined : compiled(body);
  const queryCheck = checkOf(operation.query);
  return {
    operation,
    shardlessRead: operation.type === "read" && actsOnNoShard(operation) ? operation : undefined,
    gate,
    pathCheck: checkOf(operation.path),
    queryCheck,
    isQueryOptional: queryCheck.Check({}),
    bodyCheck,
    plainJson: operation.type === "write" ? plainJsonReader(operation.plain) : undefined,
    isBodyOptional: bodyCheck === undefined || bodyCheck.Check({}),
  };
}

/**
 * The field of the input that says which Product or tenant an operation acts on; undefined where
 * only the caller can say it.
 */
export function placingFieldOf(operation: AnyOperation): string | undefined {
  const { acts, path, query, body } = operation;
  if (acts !== undefined) return acts.by;
  const fields = [path, query, body as TSchema | undefined].flatMap((schema) =>
    Object.keys(schema?.["properties"] ?? {}),
  );
  if (fields.includes("productId")) return "productId";
  const ids = Object.keys(path?.properties ?? {}).filter((field) => field.endsWith("Id"));
  return ids.length === 1 ? ids[0] : undefined;
}

/** Members and agents may act on every Product of their company, so the input must name one. */
function needsPlacingField(operation: AnyOperation): boolean {
  const { acts, principals } = operation;
  if ((acts?.on ?? "product") !== "product" || actsOnNoShard(operation)) return false;
  return principals.some((kind) => kind === "founder" || kind === "session" || kind === "agent");
}

function checkOf(schema: TSchema | undefined): TypeCheck<TSchema> {
  return schema === undefined ? NOTHING_CHECK : compiled(schema);
}

function compiled(schema: TSchema): TypeCheck<TSchema> {
  return TypeCompiler.Compile(countingCodePoints(schema));
}
