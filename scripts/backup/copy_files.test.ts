/** Files beside a log in a backup: copied once, missed, given up before or after the frames that are copied. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { NamedFile } from "../../src/contract/records/named_file.ts";
import type { Fact, StoredRecord } from "../../src/contract/records/record.ts";
import {
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../../src/contract/records/record_codec.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import { checkFiles, FileUnfit, keepFile, makeFileFolder } from "../../src/files/named_files.ts";
import { FrameBuilder } from "../../wal/frame_builder.ts";
import type { LogReader } from "../../wal/log_reader.ts";
import { filesNamedIn, filesOfRealms } from "../log/named_in_log.ts";
import { shardNamed } from "../log/shards.ts";
import { copyNamedFiles, removeGivenUp } from "./copy_files.ts";

const OWNER = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const OTHER = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAW";
const CODECS = new FactCodecs(SHARD_REGISTRY.codecs);
const RECORD: StoredRecord = {
  ...{ shard: 0, place: 8_192, timeMs: 1, operation: "o", requestId: "", realm: 1 },
  ...{ principalId: "p", actorType: "platform", actorId: "p", cause: "platform" },
  ...{ previousPlace: 0, parentPlace: 0, requestDigest: "0".repeat(32), status: 200 },
  firstEvent: 0,
  facts: [],
};

const scratch = mkdtempSync(join(tmpdir(), "copy-files-"));
after(() => rmSync(scratch, { recursive: true }));

function newFolder(): string {
  const folder = join(mkdtempSync(join(scratch, "data-")), "documents", "shard-0");
  makeFileFolder(folder);
  return folder;
}

const added = (owner: string, { file, sizeBytes, sha256 }: NamedFile) => ({
  kind: "entity.kyc.document_added.1",
  entity: { entityId: owner },
  kycDocument: { file, sealedBytes: sizeBytes, sealedSha256: sha256 },
});
const erased = (owner: string) => ({
  kind: "entity.updated.1",
  entity: { entityId: owner, erasedAtMs: 1 },
});

/** A log with one frame for each of the facts. */
function logWith(...facts: object[]): LogReader {
  const frames = facts.map((fact, at) => {
    const record = { ...RECORD, facts: [fact as Fact] };
    const builder = new FrameBuilder();
    builder.open(at + 1, new Uint8Array(32));
    const { buffer, offset } = builder.reserve(recordBytesMax(record, CODECS));
    builder.commitRecord(encodeRecord(record, CODECS, buffer, offset));
    return new Uint8Array(builder.seal().bytes);
  });
  return {
    readView: (sequence: number) => frames[sequence - 1],
    headSequence: () => frames.length,
    refresh() {},
  } as unknown as LogReader;
}

function copyOf(log: LogReader, end: number, from: string, to: string) {
  const shard = shardNamed(scratch, "shard-0");
  const named = filesNamedIn(log, shard, { from: 1, to: end });
  return { named, copy: { from, to, shard, original: log, end } };
}

test("copied files: named by the frames -> there, checked, and not copied again", () => {
  const [from, to] = [newFolder(), newFolder()];
  const file = keepFile(from, { owner: OWNER, bytes: Buffer.from("one") });
  keepFile(from, { owner: OWNER, bytes: Buffer.from("named by nothing") });
  const log = logWith({ kind: "customer.noted.1" }, added(OWNER, file));
  const { named, copy } = copyOf(log, 2, from, to);
  assert.deepEqual(copyNamedFiles(named, copy), { documents: 1, bytes: 3 });
  assert.deepEqual(readdirSync(to), [file.file]);
  assert.deepEqual(copyNamedFiles(named, copy), { documents: 0, bytes: 0 });
});

test("copied files: one is missing -> refused; given up in a later frame than was copied -> a start on the copy does not miss it", () => {
  const [from, to] = [newFolder(), newFolder()];
  const file = keepFile(from, { owner: OWNER, bytes: Buffer.from("one") });
  rmSync(join(from, file.file));
  const lost = copyOf(logWith(added(OWNER, file)), 1, from, to);
  assert.throws(() => copyNamedFiles(lost.named, lost.copy), FileUnfit);
  const others = copyOf(logWith(added(OWNER, file), erased(OTHER)), 1, from, to);
  assert.throws(() => copyNamedFiles(others.named, others.copy), FileUnfit);
  const given = copyOf(logWith(added(OWNER, file), erased(OWNER)), 1, from, to);
  assert.deepEqual(copyNamedFiles(given.named, given.copy), { documents: 0, bytes: 0 });
  assert.equal(checkFiles(to, given.named.named, 100).files, 0);
});

test("copied files: given up in the frames that are copied -> not copied, and those of earlier backups deleted with their notes", () => {
  const [from, to] = [newFolder(), newFolder()];
  const [own, gone, other] = [OWNER, OWNER, OTHER].map((owner) =>
    keepFile(from, { owner, bytes: Buffer.from(owner) }),
  ) as [NamedFile, NamedFile, NamedFile];
  const log = logWith(added(OWNER, own), added(OTHER, other), added(OWNER, gone), erased(OWNER));
  rmSync(join(from, gone.file));
  const first = copyOf(log, 3, from, to);
  assert.equal(copyNamedFiles(first.named, first.copy).documents, 2);
  rmSync(join(from, own.file));
  const second = copyOf(log, 4, from, to);
  assert.deepEqual([...second.named.givenUp.owners], [OWNER]);
  assert.equal(copyNamedFiles(second.named, second.copy).documents, 0);
  removeGivenUp(second.named, to);
  assert.deepEqual(readdirSync(to), [other.file]);
});

test("copied files: of a sandbox that was reset, in the frames that are copied or later -> not missed, and those of earlier backups deleted", () => {
  const [from, to] = [newFolder(), newFolder()];
  const file = keepFile(from, { owner: OWNER, bytes: Buffer.from("one") });
  const reset = (retired: number) => ({ kind: "scope.renewed.1", number: 3, retired });
  const log = logWith(added(OWNER, file), reset(RECORD.realm));
  const first = copyOf(log, 1, from, to);
  assert.equal(copyNamedFiles(first.named, first.copy).documents, 1);
  rmSync(join(from, file.file));

  const again = newFolder();
  const late = copyOf(log, 1, from, again);
  assert.equal(copyNamedFiles(late.named, late.copy).documents, 0);
  assert.equal(checkFiles(again, late.named.named, 100).files, 0);
  const ofAnother = copyOf(
    logWith(added(OWNER, file), reset(RECORD.realm + 1)),
    1,
    from,
    newFolder(),
  );
  assert.throws(() => copyNamedFiles(ofAnother.named, ofAnother.copy), FileUnfit);

  const whole = copyOf(log, 2, from, newFolder());
  assert.deepEqual(whole.named.named, []);
  const { shard } = whole.copy;
  const second = filesNamedIn(log, shard, { from: 2, to: 2 });
  const { realms } = second.givenUp;
  removeGivenUp(second, to, filesOfRealms(log, shard, { realms, below: 2 }));
  assert.deepEqual(readdirSync(to), []);
  const none = filesOfRealms(log, shard, { realms: new Set([RECORD.realm + 1]), below: 3 });
  assert.deepEqual(none, []);
});
