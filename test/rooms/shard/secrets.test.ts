/** A secret of an answer is sent once: the log, the state and every replay lack it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Type } from "@sinclair/typebox";
import { noEvents } from "../../../src/contract/declare/event.ts";
import {
  accept,
  declareWrite,
  type WriteOperation,
} from "../../../src/contract/declare/operation.ts";
import { SECRET } from "../../../src/contract/declare/redaction.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import type { Fact } from "../../../src/contract/records/record.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { stepsOf } from "../../../src/shard/step.ts";
import {
  answerOf,
  commandOf,
  directoryOf,
  NAMES,
  openJournalOf,
} from "../../support/shard/open_journal.ts";

const TOKEN = "tok_Zt7QmW3kP9xL2vB8";
const PASSWORD = "correct horse battery staple";
const KEYS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

const Body = Type.Object({ name: Type.String(), password: Type.Optional(Type.String(SECRET)) });
const Output = Type.Object({ name: Type.String(), token: Type.Optional(Type.String(SECRET)) });
const declare = declareWrite<object>();

/** An operation that makes a token. `careless`: it also puts the token into its fact. */
function made(id: string, careless: boolean) {
  return declare({
    id,
    summary: id,
    http: { method: "POST", path: `/${id}`, status: 201 },
    principals: ["product_key"],
    scope: undefined,
    ofItself: { because: "a test" },
    body: Body,
    output: Output,
    refusals: [],
    events: [],
    decide: (_state, { name }) =>
      accept([{ kind: "token.made.1", name: careless ? `${name} ${TOKEN}` : name } as Fact], {
        name,
        token: TOKEN,
      }),
  });
}

const OPERATIONS = [made("token.make", false), made("token.leak", true)];
const REGISTRY: ShardRegistry<object> = {
  operations: new Map(OPERATIONS.map((one) => [one.id, one as unknown as WriteOperation<object>])),
  apply: new Map([["token.made.1", () => {}]]),
  events: new Map([["token.made.1", noEvents]]),
  codecs: [],
  effects: [],
  createState: () => ({}),
  tables: () => [],
  loaded: () => {},
  due: [],
};

async function opened(context: TestContext) {
  const path = directoryOf(context);
  const bugs: string[] = [];
  const open = await openJournalOf<object>(path, {
    registry: REGISTRY,
    onBug: (_what, cause) => bugs.push((cause as Error).message),
  });
  open.journal.openRealm(NAMES, 0);
  const run = (operation: string, input: Record<string, unknown>, key = KEYS[0]) =>
    open.journal.execute(commandOf(open.journal, operation, input, key));
  return { path, bugs, run, open };
}

test("secret: an answer that has one -> shown once, in neither log nor state nor replay", async (t) => {
  const { path, run, open, bugs } = await opened(t);
  const input = { name: "n", password: PASSWORD };
  assert.deepEqual(JSON.parse(answerOf(run("token.make", input))), { name: "n", token: TOKEN });
  await open.committed();
  const again = run("token.make", input);
  assert.equal(again.replayed, true);
  assert.equal(again.status, 201);
  assert.deepEqual(JSON.parse(answerOf(again)), { name: "n" });
  await open.store.write(open.journal.drain(open.commit.durable));
  await open.close();
  assert.deepEqual(bugs, []);
  for (const file of ["log", "state"]) {
    const bytes = readFileSync(join(path, file, "data.mdb"));
    assert.equal(bytes.includes(TOKEN), false, file);
    assert.equal(bytes.includes(PASSWORD), false, file);
  }
});

test("secret: a fact that holds one -> internal_error, no record, and the key is still free", async (t) => {
  const { run, open, bugs } = await opened(t);
  const before = open.commit.nextPlace();
  const failed = run("token.leak", { name: "n" });
  assert.deepEqual([failed.status, failed.suffix], [500, undefined]);
  assert.equal(answerOf(failed).includes(TOKEN), false);
  assert.equal(open.commit.nextPlace(), before);
  assert.equal(bugs.length, 1);
  assert.match(bugs[0] ?? "", /holds no secret of its answer/);
  assert.equal(run("token.make", { name: "n" }).replayed, false);
  await open.committed();
  await open.close();
});

test("request digest: other secrets, other fields -> the same request, another one", async (t) => {
  const { run, open } = await opened(t);
  run("token.make", { name: "n", password: PASSWORD });
  const other = run("token.make", { name: "n", password: "another" });
  assert.equal(other.replayed, true);
  assert.equal(run("token.make", { name: "m", password: PASSWORD }).status, 409);
  await open.committed();
  await open.close();
});

test("steps: an answer with a secret that is derived from its record -> refused", () => {
  const derived = { ...made("token.make", false), respond: () => "{}" };
  const operations = new Map([["token.make", derived as unknown as WriteOperation<object>]]);
  const steps = stepsOf<object>({ ...REGISTRY, operations });
  assert.throws(() => steps.get("token.make"), /shows no secret/);
});

test("steps: every operation of both kinds of shards -> its schemas can be read", () => {
  for (const registry of [SHARD_REGISTRY, PLATFORM_REGISTRY]) {
    const steps = stepsOf(registry as unknown as ShardRegistry<object>);
    for (const [id, operation] of registry.operations) {
      assert.equal(steps.get(id)?.operation, operation, id);
    }
  }
});
