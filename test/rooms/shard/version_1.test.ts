/**
 * Logs with records of version 1, which are not written any more: a log that the last program before
 * version 2 wrote, byte for byte, and logs of today whose records are converted back to version 1.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { placeOf } from "../../../src/base/id.ts";
import { rootOfPath } from "../../../src/base/merkle.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import type { RealmDocument } from "../../../src/contract/records/realm_document.ts";
import { RECORD } from "../../../src/contract/records/record_layout.ts";
import { recordLeaf, saltKeyOf } from "../../../src/contract/records/record_leaf.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { LogTree } from "../../../src/proofs/log_tree.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { systemCommand } from "../../../src/shard/system_command.ts";
import {
  frameHash,
  recordCountOf,
  recordOf,
  recordsOf,
  type SealedFrame,
  ZERO_HASH,
} from "../../../wal/format.ts";
import { type LogHead, openLog } from "../../../wal/log.ts";
import { asVersion1 } from "../../support/contract/version_1.ts";
import { withIdsHiddenSince } from "../../support/id_key.ts";
import { directoryOf, type OpenJournal, openJournalOf } from "../../support/shard/open_journal.ts";
import { tell, tellerOf } from "../../support/shard/teller.ts";
import { frameAfter } from "../../support/wal/sample.ts";
import { START_MS } from "../../world/callers.ts";
import { shardStory } from "../../world/stories.ts";
import type { Input } from "../../world/story.ts";

type Answer = {
  /** The key of the realm. */
  realm: string;
  operation: string;
  principalId: string;
  /** Absent on commands of the system. */
  idempotencyKey?: string;
  input: Record<string, unknown>;
  status: number;
  body: string;
  suffix: string;
};
type Golden = {
  /** Every frame of the log, in base64. */
  frames: string[];
  realms: Pick<RealmDocument, "key" | "number" | "headPlace" | "recordCount">[];
  answers: Answer[];
};

const GOLDEN = JSON.parse(
  readFileSync(new URL("version_1.golden.json", import.meta.url), "utf8"),
) as Record<"shard" | "platform", Golden>;

// The logs of then were written without a key of ids; what is written after them is hidden.
withIdsHiddenSince(START_MS + 60_000);

const SHARD = SHARD_REGISTRY as unknown as ShardRegistry<object>;
const SHARDS: [Golden, ShardRegistry<object>, events: number[]][] = [
  [GOLDEN.shard, SHARD, [51, 2]],
  [GOLDEN.platform, PLATFORM_REGISTRY as unknown as ShardRegistry<object>, [5, 0]],
];
const SECRET = Buffer.alloc(32, 5);

/** A journal over a log of these frames, after its replay. */
async function replayed(
  path: string,
  frames: readonly SealedFrame[],
  registry: ShardRegistry<object>,
): Promise<OpenJournal<object>> {
  const log = await openLog({ path: join(path, "log") });
  await log.append(frames);
  await log.close();
  return await reopened(path, registry);
}

async function reopened(path: string, registry: ShardRegistry<object>) {
  const nowMs = () => START_MS + 3_600_000;
  const opened = await openJournalOf<object>(path, { registry, nowMs });
  await recover(opened.journal, opened, () => {});
  return opened;
}

function framesOf({ frames }: Golden): SealedFrame[] {
  return frames.map((text, index) => {
    const bytes = Buffer.from(text, "base64");
    return { sequence: index + 1, bytes, hash: frameHash(bytes) };
  });
}

/** Writes the state, then returns a digest over all its entries. */
async function digestOf({ journal, commit, store }: OpenJournal<object>): Promise<string> {
  await store.write(journal.drain(commit.durable));
  const hash = createHash("sha256");
  for (const [key, value] of store.range({})) hash.update(key).update(value);
  return hash.digest("hex");
}

function assertAnswersAgain({ journal }: OpenJournal<object>, answers: readonly Answer[]): void {
  for (const { realm, operation, principalId, idempotencyKey, input, ...first } of answers) {
    if (idempotencyKey === undefined) continue;
    const document = journal.realms.get(realm) as RealmDocument;
    const command = systemCommand(operation, input, document, "platform", 0);
    const again = journal.execute({ ...command, principalId, idempotencyKey });
    const { status, body, suffix } = again;
    assert.deepEqual({ status, body, suffix }, first);
    const record = journal.record(again.place);
    assert.deepEqual(
      [record?.actorType, record?.actorId, record?.firstEvent],
      ["operator", principalId, undefined],
    );
  }
}

for (const [golden, registry, events] of SHARDS) {
  const { key } = golden.realms[0] as RealmDocument;
  test(`version 1: the log of ${key} as it was written then -> opens, answers as then, its events have numbers`, async (t) => {
    const opened = await replayed(directoryOf(t), framesOf(golden), registry);
    assertAnswersAgain(opened, golden.answers);
    const realms = [...opened.journal.realms.all()];
    golden.realms.forEach(({ number, headPlace, recordCount }, at) => {
      const found = realms[at];
      assert.deepEqual(
        [found?.number, found?.headPlace, found?.recordCount],
        [number, headPlace, recordCount],
      );
    });
    const counts = realms.map(({ eventCount }) => eventCount);
    assert.deepEqual(counts, events);
    await opened.close();
  });
}

test("version 1: records of version 2 after it -> numbers go on, a rebuild is equal, all is proven", async (t) => {
  const path = directoryOf(t);
  const opened = await replayed(path, framesOf(GOLDEN.shard), SHARD);
  const realm = [...opened.journal.realms.all()][0] as RealmDocument;
  const before = realm.eventCount;
  const first = GOLDEN.shard.answers.find(({ operation }) => operation === "customer.create");
  for (const number of [1, 2]) {
    const command = systemCommand("customer.create", first?.input ?? {}, realm, "platform", 0);
    const record = opened.journal.record(opened.journal.execute(command).place);
    assert.deepEqual([record?.actorType, record?.firstEvent], ["platform", before + number]);
  }
  await opened.committed();
  const expected = await digestOf(opened);
  await opened.close();
  rmSync(join(path, "state"), { recursive: true });
  const again = await reopened(path, SHARD);
  assert.equal(await digestOf(again), expected);
  assertAnswersAgain(again, GOLDEN.shard.answers);
  await again.close();
  await assertProven(path);
});

test("version 1: any part of a log put back into it -> the same state", async (t) => {
  const { frames, digest } = await storyOf(t);
  assert.ok(frames.length >= 2);
  for (let old = 0; old <= frames.length; old++) {
    const mixed = rewritten(frames, (record, sequence) =>
      sequence <= old ? asVersion1(record) : record,
    );
    const opened = await replayed(directoryOf(t), mixed, SHARD);
    assert.equal(await digestOf(opened), digest, `${old} of ${frames.length} frames`);
    await opened.close();
  }
});

test("version 2: a record whose events have another number -> LogDamaged, and names it", async (t) => {
  const { frames } = await storyOf(t);
  const wrong = rewritten(frames, (record, sequence, index) => {
    if (sequence === 2 && index === 1) {
      record.writeDoubleLE(record.readDoubleLE(RECORD.firstEvent) + 1, RECORD.firstEvent);
    }
    return record;
  });
  await assert.rejects(replayed(directoryOf(t), wrong, SHARD), {
    name: "LogDamaged",
    sequence: 2,
    index: 1,
    message: /numbers its events after those before it/,
  });
});

test("version 1: a key whose request sent a default, or left it out -> the first answer to both forms", async (t) => {
  const opened = await replayed(directoryOf(t), framesOf(GOLDEN.shard), SHARD);
  const forms: [operation: string, field: string, byDefault: boolean, environment: string][] = [
    ["transfer.batch.create", "atomic", false, "sandbox"],
    ["customer.create", "test", true, "sandbox"],
    ["customer.create", "test", false, "live"],
  ];
  for (const [operation, field, byDefault, environment] of forms) {
    const old = GOLDEN.shard.answers.find(
      (each) =>
        each.operation === operation &&
        each.input[field] === byDefault &&
        each.realm.includes(environment),
    );
    assert.ok(old !== undefined, `${operation} with ${field} ${byDefault} in ${environment}`);
    const { [field]: _, ...without } = old.input;
    assertAnswersAgain(opened, [old, { ...old, input: without }]);
    const realm = opened.journal.realms.get(old.realm) as RealmDocument;
    const other = { ...without, [field]: !byDefault };
    const command = systemCommand(operation, other, realm, "platform", 0);
    const { idempotencyKey, principalId } = old;
    const { status } = opened.journal.execute({ ...command, principalId, idempotencyKey });
    assert.equal(status, 409);
  }
  await opened.close();
});

/** The two frames of a log of today, and the digest of its state. */
async function storyOf(t: TestContext): Promise<{ frames: SealedFrame[]; digest: string }> {
  const options = { registry: SHARD, nowMs: () => START_MS };
  const opened = await openJournalOf<object>(directoryOf(t), options);
  const teller = tellerOf(opened, SHARD);
  let isDurable: Promise<void> | undefined;
  const inTwoFrames = {
    ...teller,
    ask(operation: string, input: Input) {
      const reply = teller.ask(operation, input);
      if (teller.told.length === 20) isDurable = opened.committed();
      return reply;
    },
  };
  tell(inTwoFrames, shardStory(teller.realm));
  await isDurable;
  await opened.committed();
  const frames = [...opened.log.frames(1)].map(({ sequence, bytes }) => ({
    ...{ sequence, bytes: Buffer.from(bytes), hash: frameHash(bytes) },
  }));
  const digest = await digestOf(opened);
  await opened.close();
  return { frames, digest };
}

/** The same frames with changed records, chained again. */
function rewritten(
  frames: readonly SealedFrame[],
  change: (record: Buffer, sequence: number, index: number) => Buffer,
): SealedFrame[] {
  let head: LogHead = { sequence: 0, hash: ZERO_HASH };
  return frames.map(({ bytes }) => {
    const contentOf = (sequence: number, index: number) =>
      change(Buffer.from(recordOf(bytes, index) as Uint8Array), sequence, index);
    const frame = frameAfter(head, recordCountOf(bytes), contentOf);
    head = frame;
    return frame;
  });
}

/** Asserts that every record of the log, which has both versions, is a leaf of its Merkle tree. */
async function assertProven(path: string): Promise<void> {
  const logPath = join(path, "log");
  const log = await openLog({ path: logPath });
  const tree = await LogTree.open({
    shard: 0,
    logPath,
    treePath: join(path, "proof"),
    saltSecrets: { value: [{ secret: SECRET }] },
  });
  await tree.grow(log.head.sequence);
  const logId = Buffer.from(log.id).toString("hex");
  const of = { saltKey: saltKeyOf(SECRET, log.id), logId, shard: 0 };
  const versions = new Set<number | undefined>();
  for (const { sequence, bytes } of log.frames(1)) {
    let index = 0;
    for (const record of recordsOf(bytes)) {
      versions.add(record[0]);
      const place = placeOf(sequence, index++);
      const proof = tree.prove(place);
      assert.ok(proof !== undefined);
      assert.deepEqual(rootOfPath(recordLeaf(record, place, of).hash, proof), tree.root());
    }
  }
  assert.deepEqual([...versions], [1, 2]);
  await tree.close();
  await log.close();
}
