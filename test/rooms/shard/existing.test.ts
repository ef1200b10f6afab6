/**
 * A write that finds what it would have made, and made nothing: its answer, its record and every replay have
 * the status that the operation declares for this, after a restart too.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Type } from "@sinclair/typebox";
import { noEvents } from "../../../src/contract/declare/event.ts";
import {
  accept,
  declareWrite,
  type WriteOperation,
} from "../../../src/contract/declare/operation.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import type { Fact } from "../../../src/contract/records/record.ts";
import { recover } from "../../../src/shard/recovery.ts";
import {
  commandOf,
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournalOf,
} from "../../support/shard/open_journal.ts";

type Names = { names: Set<string> };
type Named = Fact & { name: string };
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((at) => `00000000-0000-4000-8000-00000000000${at}`);
const declare = declareWrite<Names>();

/** An operation that keeps a name once. `existingStatus`: absent where the declaration forgets it. */
function keeping(id: string, existingStatus?: number) {
  return declare({
    id,
    summary: id,
    http: {
      ...{ method: "POST", path: `/${id}`, status: 201 },
      ...(existingStatus !== undefined && { existingStatus }),
    },
    principals: ["product_key"],
    scope: undefined,
    ofItself: { because: "a test" },
    body: Type.Object({ name: Type.String() }),
    output: Type.Object({ name: Type.String() }),
    refusals: [],
    events: [],
    decide({ names }, { name }) {
      if (names.has(name)) return { ...accept([], { name }), isExisting: true };
      return accept([{ kind: "name.kept.1", name } as Fact], { name });
    },
  });
}

const OPERATIONS = [keeping("name.keep", 200), keeping("name.forgetful")];
const REGISTRY: ShardRegistry<Names> = {
  operations: new Map(OPERATIONS.map((one) => [one.id, one as unknown as WriteOperation<Names>])),
  apply: new Map([["name.kept.1", (state, fact) => void state.names.add((fact as Named).name)]]),
  events: new Map([["name.kept.1", noEvents]]),
  codecs: [],
  effects: [],
  createState: () => ({ names: new Set() }),
  tables: () => [],
  loaded: () => {},
  due: [],
};

async function opened(path: string, bugs: string[] = []): Promise<OpenJournal<Names>> {
  return await openJournalOf<Names>(path, {
    registry: REGISTRY,
    onBug: (_what, cause) => bugs.push((cause as Error).message),
  });
}

function keep({ journal }: OpenJournal<Names>, key: string | undefined, operation = "name.keep") {
  return journal.execute(commandOf(journal, operation, { name: "Ada" }, key));
}

async function begun(context: TestContext) {
  const path = directoryOf(context);
  const bugs: string[] = [];
  const open = await opened(path, bugs);
  open.journal.openRealm(NAMES, 0);
  return { path, bugs, open };
}

test("existing: made, then found with another key -> 201, then 200, each in its record", async (t) => {
  const { open, bugs } = await begun(t);
  const [made, found] = [keep(open, FIRST), keep(open, SECOND)];
  const told = [made, found].map(({ status, body, replayed }) => [status, body, replayed]);
  const body = '{"name":"Ada"}';
  assert.deepEqual(told, [
    [201, body, false],
    [200, body, false],
  ]);
  const records = [made, found].map(({ place }) => open.journal.record(place));
  assert.deepEqual(
    records.map((record) => [record?.status, record?.facts.length]),
    [
      [201, 1],
      [200, 0],
    ],
  );
  assert.deepEqual(bugs, []);
  await open.close();
});

for (const from of ["the state and the log", "the log alone"] as const) {
  test(`existing: both keys again, also after a restart from ${from} -> replayed, 201 and 200`, async (t) => {
    const { path, open } = await begun(t);
    const first = [FIRST, SECOND].map((key) => keep(open, key));
    const again = [FIRST, SECOND].map((key) => keep(open, key));
    await open.committed();
    await open.store.write(open.journal.drain(open.commit.durable));
    await open.close();
    if (from === "the log alone") rmSync(join(path, "state"), { recursive: true });
    const next = await opened(path);
    await recover(next.journal, next, () => {});
    const later = [FIRST, SECOND].map((key) => keep(next, key));
    for (const replies of [again, later]) {
      assert.deepEqual(
        replies.map(({ status, body, replayed, suffix }) => [status, body, replayed, suffix]),
        first.map(({ status, body, suffix }) => [status, body, true, suffix]),
      );
    }
    assert.deepEqual(
      later.map(({ status }) => status),
      [201, 200],
    );
    await next.close();
  });
}

test("existing: an operation that does not declare its status -> internal_error, and nothing is kept", async (t) => {
  const { open, bugs } = await begun(t);
  keep(open, FIRST);
  const before = open.commit.nextPlace();
  const { status, body } = keep(open, THIRD, "name.forgetful");
  assert.equal(status, 500);
  assert.equal(JSON.parse(body ?? "").error.code, "internal_error");
  assert.equal(open.commit.nextPlace(), before);
  assert.match(bugs.join(), /declares what it answers then/);
  assert.equal(keep(open, THIRD).status, 200, "the key is still free");
  await open.close();
});
