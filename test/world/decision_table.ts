/**
 * For tests: the decisions of an operation, case by case. A row is a test: its preparation, its
 * request, and the outcome that must follow. The table fails when a refusal that the operation
 * declares has no row, and when a row names a refusal that the operation does not declare.
 * Guarantees for every row: an edge accepts its input, or the row expects `invalid_request`; a reply
 * matches the declared output; a write that is sent again with its key gives the same bytes, without
 * the secrets of the first answer.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import type { Place } from "../../src/base/id.ts";
import type { StreamPart } from "../../src/contract/declare/found.ts";
import type { ReadOperation, WriteOperation } from "../../src/contract/declare/operation.ts";
import type { Environment } from "../../src/contract/declare/principal.ts";
import { secretsOf } from "../../src/contract/declare/secrets.ts";
import { ERROR_CATALOG, type ErrorCode } from "../../src/contract/refusals/error_catalog.ts";
import { detailsSchemaOf } from "../../src/contract/refusals/error_details.ts";
import type { ErrorBody } from "../../src/contract/refusals/error_envelope.ts";
import { isAboveDecisions } from "./above_decisions.ts";
import { faultsOf } from "./declared.ts";
import type { Input } from "./input.ts";
import type { AnyRead, Reading, ReadResult } from "./reading.ts";
import { openWorld, type World } from "./world.ts";
import type { Answer, AnyWrite, Asking, Outcome } from "./writing.ts";

/** An operation whose own refusals are `C`. */
type Tabled<C extends ErrorCode> =
  // biome-ignore lint/suspicious/noExplicitAny: operations of every state and input
  | WriteOperation<any, any, any, any, C, any>
  // biome-ignore lint/suspicious/noExplicitAny: operations of every input type
  | ReadOperation<any, any, C, any>;

/** The world of a row, and the objects that the table's `given` has made. */
type Made<F, W> = F & { world: W };
/** Options of a request besides its input. */
type Asked = Asking & Reading;
type Prepared = { prepared?: unknown; cause?: string };
/** A request's outcome and its input. */
type Result = Outcome & ReadResult & { input: Input };
type Fields = Readonly<Record<string, unknown>>;

/** The part of a world that a table needs; `A` are the options of a request in this world. */
export type TableWorld<A> = {
  run(operation: AnyWrite, input: Input, asking?: A): Outcome;
  read(operation: AnyRead, input: Input, reading?: A): Promise<ReadResult>;
  /** Runs the operation's own preparation; absent where each row gives what was prepared. */
  prepare?(operation: AnyWrite, input: Input, asking: A): Promise<unknown>;
  passTime(): unknown;
  answerOf(place: Place): Answer;
};

export type Row<C extends ErrorCode, F, W = World, A = Asked> = {
  /** The condition, as the title of the test says it. */
  title: string;
  environment?: Environment;
  /** Prepares the row, after the table's own `given`. */
  given?(made: Made<F, W>): unknown;
  /** Fields that replace those of the table's input; a function is given the table's input. */
  input?: Input | ((made: Made<F, W>, base: Input) => Input | Promise<Input>);
  /** Options that replace those of the table. */
  asking?: A | ((made: Made<F, W>) => A);
  /** Asserts further conditions on the outcome. */
  check?(result: Result, made: Made<F, W>): unknown;
} & (Refused<C> | Accepted);

type Refused<C extends ErrorCode> = {
  code: C | "invalid_request";
  /** Fields that the refusal's details must have; they may have more. */
  details?: Fields;
};
type Accepted = {
  /** The outcome, for the title of the test. */
  outcome: string;
  /** Fields that the reply must have; it may have more. */
  reply?: Fields;
};

export type Table<C extends ErrorCode, F, W = World, A = Asked> = {
  /** Prepares every row. */
  given?(world: W, context: TestContext): F | Promise<F>;
  /** The input of every row, before the row's own fields replace some of it. */
  input?(made: Made<F, W>): Input;
  asking?(made: Made<F, W>): A;
  /** How far a write moves the clock, milliseconds. */
  stepMs?: number;
  rows: readonly Row<NoInfer<C>, NoInfer<F>, W, A>[];
};

/** The idempotency key of each request of a table, which is sent twice. */
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

export function decisionTable<C extends ErrorCode, F = object>(
  operation: Tabled<C>,
  table: Table<C, F>,
): void {
  tableOn<World, Asked>(openWorld)(operation, table);
}

type OpenWorld<W> = (options: { environment: Environment; stepMs: number }) => Promise<W>;

/** The function that declares decision tables of operations on another kind of world. */
export function tableOn<W extends TableWorld<A>, A extends Prepared>(open: OpenWorld<W>) {
  return <C extends ErrorCode, F = object>(
    operation: Tabled<C>,
    table: Table<C, F, W, A>,
  ): void => {
    const { id, refusals } = operation;
    for (const row of table.rows) {
      test(`${id}: ${row.title} -> ${"code" in row ? row.code : row.outcome}`, (context) =>
        runRow(open, operation, table, row, context));
    }
    test(`${id}: its decision table -> a row for each declared refusal, and for no other`, () => {
      assert.deepEqual(faultsOfRows(refusals, table.rows), []);
    });
  };
}

/**
 * The missing and the superfluous rows of an operation with these refusals, one sentence for each.
 */
export function faultsOfRows(
  refusals: readonly ErrorCode[],
  rows: readonly ({ code: string } | { outcome: string })[],
): string[] {
  const declared = refusals.filter((code) => !isAboveDecisions(code));
  const met = new Set(rows.map((row) => ("code" in row ? row.code : undefined)));
  const others = [...met].filter((code) => code !== undefined && code !== "invalid_request");
  return [
    ...declared.filter((code) => !met.has(code)).map((code) => `no row ends in ${code}`),
    ...others
      .filter((code) => !declared.some((own) => own === code))
      .map((code) => `a row ends in ${code}, which is not declared`),
    ...(met.has(undefined) ? [] : ["no row is accepted"]),
  ];
}

async function runRow<C extends ErrorCode, F, W extends TableWorld<A>, A extends Prepared>(
  open: OpenWorld<W>,
  operation: Tabled<C>,
  { given, input, asking, stepMs = 0 }: Table<C, F, W, A>,
  row: Row<C, F, W, A>,
  context: TestContext,
): Promise<void> {
  const world = await open({ environment: row.environment ?? "sandbox", stepMs });
  const made = { ...((await given?.(world, context)) as F), world };
  await row.given?.(made);
  const base = input?.(made) ?? {};
  const changed = typeof row.input === "function" ? await row.input(made, base) : row.input;
  const asked =
    typeof row.asking === "function" ? (row.asking as (made: Made<F, W>) => A)(made) : row.asking;
  const whole = { ...base, ...changed };
  const result = await resultOf(world, operation, whole, { ...asking?.(made), ...asked } as A);
  if ("code" in row) {
    assert.equal(result.code, row.code, result.message);
    assertHas(result.details, row.details);
    assert.deepEqual(faultsOfDetails(row.code, result.details), []);
  } else {
    assert.equal(result.code, undefined, result.message);
    for (const shown of shownBy(operation, result)) {
      assert.deepEqual(faultsOf(operation.output, shown), []);
    }
    assertHas(result.reply, row.reply);
  }
  await row.check?.({ ...result, input: whole }, made);
}

/** What has the declared output: the reply, or the data of each event. */
function shownBy<C extends ErrorCode>({ stream }: Tabled<C>, { reply }: ReadResult): unknown[] {
  if (stream === undefined) return [reply];
  return (reply as StreamPart).events.map(({ data }) => data);
}

/** Runs a read or a write and returns its outcome. */
async function resultOf<C extends ErrorCode, A extends Prepared>(
  world: TableWorld<A>,
  operation: Tabled<C>,
  input: Input,
  asked: A,
): Promise<Outcome & ReadResult> {
  if (operation.type === "read") {
    const outcome = await world.read(operation, input, asked);
    const { message = "", details = {}, facts = [] } = outcome.refusal ?? {};
    return {
      place: 0,
      body: "",
      isReplayed: false,
      status: 0,
      message,
      details,
      facts,
      ...outcome,
    };
  }
  // Commands of the clock and of the platform have no key.
  const isCalled = (asked.cause ?? "api") === "api";
  const prepared = asked.prepared ?? (await world.prepare?.(operation, input, asked));
  const given = prepared === undefined ? asked : { ...asked, prepared };
  const asking = isCalled ? { idempotencyKey: KEY, ...given } : given;
  const outcome = ended(world, world.run(operation, input, asking));
  if (isCalled && outcome.place > 0 && !isUnknown(outcome)) {
    const again = world.run(operation, input, asking);
    const shown = withoutSecrets(operation, outcome.body);
    const { isReplayed, body, status } = again;
    assert.deepEqual([isReplayed, body, status], [true, shown, outcome.status], "its key, again");
  }
  return outcome;
}

/** The body of an answer as it is given again: without the secrets that the first answer has. */
function withoutSecrets({ output }: { output: TSchema }, body: string | undefined) {
  const secrets = secretsOf(output, "output");
  if (secrets === undefined || body === undefined) return body;
  return JSON.stringify(secrets.removedFrom(JSON.parse(body)));
}

/** The outcome of a write whose work takes several steps: they run until the write has its answer. */
function ended<A>(world: TableWorld<A>, outcome: Outcome): Outcome {
  if (outcome.body !== undefined) return outcome;
  world.passTime();
  const reply = world.answerOf(outcome.place);
  const written = { ...outcome, body: JSON.stringify(reply) };
  if (reply.error === undefined) return { ...written, reply };
  const { code, message, details } = (reply as ErrorBody).error;
  const { operation: _, docUrl: __, ...own } = details;
  const status = ERROR_CATALOG[code].httpStatus;
  return { ...written, status, code, message, details: own, reply: undefined };
}

/** Whether a refusal is no answer for good: the same request asks again. */
function isUnknown({ code }: Outcome): boolean {
  return code !== undefined && ERROR_CATALOG[code as ErrorCode].httpStatus >= 500;
}

/** What the details of a refusal lack or have too much, by the declaration of the code. */
export function faultsOfDetails(code: ErrorCode, details: Fields): string[] {
  const told = { operation: null, docUrl: "", ...details };
  return faultsOf(detailsSchemaOf(code), told).map(
    ({ path, message }) => `${code}${path}: ${message}`,
  );
}

/** Asserts that every field of `expected` has its value in `actual`, which may have more fields. */
export function assertHas(actual: unknown, expected: Fields = {}): void {
  const fields = actual as Fields;
  const named = Object.keys(expected).map((field) => [field, fields[field]]);
  assert.deepEqual(Object.fromEntries(named), expected);
}
