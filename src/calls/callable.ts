/**
 * An operation made ready to be called: its gate is built at once, and each of its schemas is compiled by
 * the first call that needs the schema. A thread compiles a schema once, however many routes and fields
 * have it: to compile all of them, on the edges and for the operator, would take a tenth of the processor
 * time of a server's start. Most take less than a millisecond; none takes more than some milliseconds.
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Gate, gateOf } from "../access/gate.ts";
import { invariant } from "../base/invariant.ts";
import type { Operation, ReadOperation, WriteOperation } from "../contract/declare/operation.ts";
import { type PlainJsonReader, plainJsonReader } from "./plain_json.ts";
import { countingCodePoints } from "./text_lengths.ts";

/** What a part of the input must be; compiled when it is asked for the first time. */
export type InputCheck = Pick<TypeCheck<TSchema>, "Check" | "Errors">;

/** The checks of this thread, by their schemas. */
const checks = new WeakMap<TSchema, InputCheck>();
/** A part that an operation does not declare must be empty. */
const NOTHING = Type.Object({}, { additionalProperties: false });

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
  readonly pathCheck: InputCheck;
  readonly queryCheck: InputCheck;
  /** True when a call without a query is valid. */
  readonly isQueryOptional: boolean;
  /** Undefined where the operation takes no body. */
  readonly bodyCheck: InputCheck | undefined;
  /** Reads a JSON body of the form that is usual for the operation; undefined where none is. */
  readonly plainJson: PlainJsonReader | undefined;
  /** True when a call without a body is valid. */
  readonly isBodyOptional: boolean;
};

/**
 * The operation with its gate and its compiled checks. Throws at the start for a declaration that cannot be served: a
 * public stream, or one that callers with several Products may call without a field that names the Product.
 */
export function callableOf(operation: AnyOperation): Callable {
  const body = operation.body as TSchema | undefined;
  const gate = gateOf(operation);
  invariant(
    operation.stream === undefined || !gate.isPublic,
    `${operation.id}: a stream ends with the credential that it was opened with, so it takes one`,
  );
  invariant(
    !needsTargetField(operation) || targetFieldOf(operation) !== undefined,
    `${operation.id}: a caller with several Products says by a field which one is meant`,
  );
  const bodyCheck = body === undefined ? undefined : checkOf(body);
  const queryCheck = checkOf(operation.query);
  let isQueryOptional: boolean | undefined;
  let isBodyOptional: boolean | undefined;
  return {
    operation,
    shardlessRead: operation.type === "read" && actsOnNoShard(operation) ? operation : undefined,
    gate,
    pathCheck: checkOf(operation.path),
    queryCheck,
    get isQueryOptional() {
      isQueryOptional ??= queryCheck.Check({});
      return isQueryOptional;
    },
    bodyCheck,
    plainJson: operation.type === "write" ? plainJsonReader(operation.plain) : undefined,
    get isBodyOptional() {
      isBodyOptional ??= bodyCheck === undefined || bodyCheck.Check({});
      return isBodyOptional;
    },
  };
}

/**
 * The field of the input that says which Product or tenant an operation acts on; undefined where
 * only the caller can say it.
 */
export function targetFieldOf(operation: AnyOperation): string | undefined {
  const known = placingFields.get(operation);
  if (known !== undefined) return known.field;
  const field = declaredTargetField(operation);
  placingFields.set(operation, { field });
  return field;
}

/** Each call asks for the field. */
const placingFields = new WeakMap<AnyOperation, { field: string | undefined }>();

function declaredTargetField(operation: AnyOperation): string | undefined {
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
function needsTargetField(operation: AnyOperation): boolean {
  const { acts, principals } = operation;
  if ((acts?.on ?? "product") !== "product" || actsOnNoShard(operation)) return false;
  return principals.some((kind) => kind === "founder" || kind === "session" || kind === "agent");
}

function checkOf(schema: TSchema = NOTHING): InputCheck {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  let made: TypeCheck<TSchema> | undefined;
  const compiled = () => {
    made ??= TypeCompiler.Compile(countingCodePoints(schema));
    return made;
  };
  const check: InputCheck = {
    Check: (value): value is unknown => compiled().Check(value),
    Errors: (value) => compiled().Errors(value),
  };
  checks.set(schema, check);
  return check;
}
