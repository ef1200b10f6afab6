/**
 * The prover: its thread, how many proofs may wait, and a tree that grows for longer than they
 * wait.
 */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { sampleRecord } from "../../test/support/proofs/tree_log.ts";
import { directoryOf, frameAfter } from "../../test/support/wal/sample.ts";
import { openLog } from "../../wal/log.ts";
import { placeOf } from "../base/id.ts";
import { shareSaltSecrets } from "../contract/records/record_leaf.ts";
import { headText, isSigned, type Proven } from "../contract/records/tree_head.ts";
import { PROOFS_WAITING_MAX, Prover } from "./prover.ts";
import { type ProofAnswer, ShardTree, signingKeyOf } from "./prover_thread.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PRIVATE_PEM = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const SIGNER = { key: signingKeyOf({ privatePem: PRIVATE_PEM, signsFromMs: 0 }) };
const SILENT = pino({ level: "silent" });
const SALT_SECRET = Buffer.alloc(32, 3);

test("prover: as many proofs at once as may wait -> all answered; one more -> refused", async (t) => {
  const paths = await logOf(t, [300]);
  const privatePem = PRIVATE_PEM;
  const salts = shareSaltSecrets([{ secret: SALT_SECRET }], 1).memory;
  const common = { logLevel: "silent", salts, privatePem, signsFromMs: 0 };
  const prover = new Prover({ kind: "prover", shards: [paths], ...common }, SILENT);
  const ask = (at: number) =>
    prover.prove({
      shard: 0,
      place: placeOf(1, at),
      statements: { signature: { kind: "receipt.1", stated: { at } } } as const,
      through: 1,
    });
  const answers = Array.from({ length: PROOFS_WAITING_MAX }, (_, at) => ask(at));
  await assert.rejects(ask(0), /256 proofs are being made/);
  for (const [at, answer] of (await Promise.all(answers)).entries()) {
    const { inclusion, treeHead } = provenOf(answer);
    assert.deepEqual([inclusion.leafIndex, treeHead.treeSize], [at, 300]);
    assert.ok(isSigned(headText(treeHead), treeHead.signature, publicKey));
  }
  provenOf(await ask(0));
  await assert.rejects(prover.prove({ shard: 9, place: 0, statements: {}, through: 1 }));
  const ended = { made: PROOFS_WAITING_MAX + 1, growing: 0, failed: 1, refused: 1 };
  assert.deepEqual(prover.counts, { waiting: 0, ended });
  await prover.close();
  await assert.rejects(ask(0), /the server stops/);
});

test("prover: a tree that grows longer than a request waits -> says how far it is, and grows on", async (t) => {
  const paths = await logOf(t, new Array<number>(20).fill(5_000));
  const parts = { ...paths, saltSecrets: { value: [{ secret: SALT_SECRET }] } };
  const tree = new ShardTree(parts, SIGNER, SILENT, { waitMs: 1 });
  assert.deepEqual(tree.metrics, { frame: undefined, failures: 0 });
  const asked = { place: placeOf(20, 0), statements: {}, through: 20 };
  const first = await tree.prove(asked);
  assert.ok("growing" in first && first.growing.frame < 20 && first.growing.through === 20);
  let answer = first as ProofAnswer;
  while ("growing" in answer) answer = await tree.prove(asked);
  assert.deepEqual([answer.treeHead.treeSize, answer.inclusion.leafIndex], [100_000, 95_000]);
  assert.deepEqual(tree.metrics, { frame: 20, failures: 0 });
  await tree.close();
});

test("prover: grown beyond the log's end -> fails, is counted, and gives proofs again", async (t) => {
  const paths = await logOf(t, [30]);
  const tree = new ShardTree(
    { ...paths, saltSecrets: { value: [{ secret: SALT_SECRET }] } },
    SIGNER,
    SILENT,
  );
  await assert.rejects(tree.prove({ place: placeOf(2, 0), statements: {}, through: 2 }));
  assert.deepEqual(tree.metrics, { frame: undefined, failures: 1 });
  provenOf(await tree.prove({ place: placeOf(1, 0), statements: {}, through: 1 }));
  assert.deepEqual(tree.metrics, { frame: 1, failures: 1 });
  await tree.close();
});

test("prover: what is kept overwritten -> made again, and the same proof", async (t) => {
  const paths = await logOf(t, [200, 400]);
  const parts = { ...paths, saltSecrets: { value: [{ secret: SALT_SECRET }] } };
  const asked = { place: placeOf(1, 7), statements: {}, through: 2 };
  const before = new ShardTree(parts, SIGNER, SILENT);
  const { inclusion, treeHead } = provenOf(await before.prove(asked));
  await before.close();
  writeFileSync(join(paths.treePath, "data.mdb"), Buffer.alloc(100));
  const after = new ShardTree(parts, SIGNER, SILENT);
  const again = provenOf(await after.prove(asked));
  assert.deepEqual(again.inclusion, inclusion);
  assert.equal(again.treeHead.rootHash, treeHead.rootHash);
  await after.close();
});

function provenOf(answer: ProofAnswer): Proven {
  assert.ok(!("growing" in answer));
  return answer;
}

/** Makes a log with one frame for each number in `counts`: the number of the frame's records. */
async function logOf(t: TestContext, counts: readonly number[]) {
  const directory = directoryOf(t);
  const paths = { shard: 0, logPath: join(directory, "log"), treePath: join(directory, "proof") };
  const log = await openLog({ path: paths.logPath });
  for (const count of counts) await log.append([frameAfter(log.head, count, sampleRecord)]);
  await log.close();
  return paths;
}
