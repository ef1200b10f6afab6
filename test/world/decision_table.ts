/**
 * For tests: what an operation says, case by case. A row is a test: what is done before, what is
 * asked, and what must come of it. The table fails where a refusal that the operation declares has no
 * row, and where a row names one that it does not declare.
 * Guarantees of every row: its input is one that the edge lets through, or it says `invalid_request`;
 * a reply is of the declared form; a write that is asked again with its key gives the same bytes.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import type { ErrorCode } from "../../src/contract/error_catalog.ts";
import type { ReadOperation, WriteOperation } from "../../src/contract/operation.ts";
import type { Environment } from "../../src/contract/principal.ts";
import { isAboveDecisions } from "./above_decisions.ts";
import type { Input } from "./input.ts";
import type { Reading, ReadResult } from "./reading.ts";
import { openWorld, type World } from "./world.ts";
import type { Asking, Outcome } from "./writing.ts";

/** An operation whose own refusals are `C`. */
type Tabled<C extends ErrorCode> =
  // biome-ignore lint/suspicious/noExplicitAny: operations of every state and input
  | WriteOperation<any, any, any, any, C, any>
  // biome-ignore lint/suspicious/noExplicitAny: operations of every input type
  | ReadOperation<any, any, C, any>;

/** The world of a row, and what its table has put there. */
type Made<F> = F & { world: World };
/** What is asked beyond the input. */
type Asked = Asking & Reading;
/** What was asked, and what came of it. */
type Came = Outcome & ReadResult & { input: Input };
type Fields = Readonly<Record<string, unknown>>;

export type Row<C extends ErrorCode, F> = {
  /** The condition, as the title of the test says it. */
  title: string;
  environment?: Environment;
  /** Done before, after what the table does before every row. */
  given?(made: Made<F>): unknown;
  /** What differs from the table's input, which a function is given. */
  input?: Input | ((made: Made<F>, base: Input) => Input | Promise<Input>);
  /** What differs from the table's asking. */
  asking?: Asked | ((made: Made<F>) => Asked);
  /** What else must hold. */
  check?(came: Came, made: Made<F>): unknown;
} & (Refused<C> | Accepted);

type Refused<C extends ErrorCode> = {
  code: C | "invalid_request";
  /** What the refusal's details have; they may have more. */
  details?: Fields;
};
type Accepted = {
  /** What comes of it, as the title of the test says it. */
  outcome: string;
  /** What the reply has; it may have more. */
  reply?: Fields;
};

export type Table<C extends ErrorCode, F> = {
  /** What every row begins with. */
  given?(world: World, context: TestContext): F | Promise<F>;
  /** What every row asks, but for what it says itself. */
  input?(made: Made<F>): Input;
  asking?(made: Made<F>): Asked;
  /** How long after a write the next one comes. */
  stepMs?: number;
  rows: readonly Row<NoInfer<C>, NoInfer<F>>[];
};

/** The key of each request of a table, which is asked twice. */
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

export function decisionTable<C extends ErrorCode, F = object>(
  operation: Tabled<C>,
  table: Table<C, F>,
): void {
  const { id, refusals } = operation;
  for (const row of table.rows) {
    test(`${id}: ${row.title} -> ${"code" in row ? row.code : row.outcome}`, (context) =>
      runRow(operation, table, row, context));
  }
  test(`${id}: its decision table -> a row for each declared refusal, and for no other`, () => {
    assert.deepEqual(faultsOfRows(refusals, table.rows), []);
  });
}

/** What the rows of an operation with these refusals lack, or have too much, one sentence a fault. */
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

async function runRow<C extends ErrorCode, F>(
  operation: Tabled<C>,
  { given, input, asking, stepMs = 0 }: Table<C, F>,
  row: Row<C, F>,
  context: TestContext,
): Promise<void> {
  const world = await openWorld({ environment: row.environment ?? "sandbox", stepMs });
  const made = { ...((await given?.(world, context)) as F), world };
  await row.given?.(made);
  const base = input?.(made) ?? {};
  const changed = typeof row.input === "function" ? await row.input(made, base) : row.input;
  const asked = typeof row.asking === "function" ? row.asking(made) : row.asking;
  const whole = { ...base, ...changed };
  const came = await comeOf(world, operation, whole, { ...asking?.(made), ...asked });
  if ("code" in row) {
    assert.equal(came.code, row.code, came.message);
    assertHas(came.details, row.details);
  } else {
    assert.equal(came.code, undefined, came.message);
    assert.deepEqual([...Value.Errors(operation.output, came.reply)], []);
    assertHas(came.reply, row.reply);
  }
  await row.check?.({ ...came, input: whole }, made);
}

/** What comes of a request, whatever it is. */
async function comeOf<C extends ErrorCode>(
  world: World,
  operation: Tabled<C>,
  input: Input,
  asked: Asked,
): Promise<Outcome & ReadResult> {
  if (operation.type === "read") {
    const result = await world.read(operation, input, asked);
    const { message = "", details = {}, facts = [] } = result.refusal ?? {};
    return {
      place: 0,
      body: "",
      isReplayed: false,
      message,
      details,
      facts,
      ...result,
    };
  }
  // What the clock and the platform ask for has no key.
  const isCalled = (asked.cause ?? "api") === "api";
  const asking = isCalled ? { idempotencyKey: KEY, ...asked } : asked;
  const outcome = ended(world, world.run(operation, input, asking));
  if (isCalled && outcome.place > 0) {
    const again = world.run(operation, input, asking);
    assert.deepEqual([again.isReplayed, again.body], [true, outcome.body], "its key, again");
  }
  return outcome;
}

/** What came of a write that takes its time: time passes until the write has its answer. */
function ended(world: World, outcome: Outcome): Outcome {
  if (outcome.body !== undefined) return outcome;
  world.passTime();
  const reply = world.answerOf(outcome.place);
  return { ...outcome, reply, body: JSON.stringify(reply) };
}

/** Every field that `expected` names has that value; fields that it does not name may be anything. */
export function assertHas(actual: unknown, expected: Fields = {}): void {
  const fields = actual as Fields;
  const named = Object.keys(expected).map((field) => [field, fields[field]]);
  assert.deepEqual(Object.fromEntries(named), expected);
}
