/** Files beside a log: written, cut off at every step, checked, given up, swept. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { programOf } from "../../scripts/program.ts";
import { ownerOfFile } from "../contract/records/named_file.ts";
import {
  checkFiles,
  copyFile,
  FileUnfit,
  faultsOfFiles,
  filesOfOwner,
  keepFile,
  makeFileFolder,
  noteGivenUp,
  readNamedFile,
  removeFiles,
  sweepFiles,
} from "./named_files.ts";
import type { FileStep } from "./new_file.ts";

const OWNER = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const OTHER = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAW";
const BYTES = Buffer.from("sealed bytes of a page");
/** Each step, and what a start finds after an end before it: the names of files without their chance. */
const STEPS: readonly [FileStep, string][] = [
  ["write", ".tmp"],
  ["sync", ".tmp"],
  ["rename", ".tmp"],
  ["sync folder", ""],
  ["end", ""],
];
/** Later than every file that a test has made. */
const later = () => Date.now() + 60_000;

const scratch = mkdtempSync(join(tmpdir(), "named-files-"));
after(() => rmSync(scratch, { recursive: true }));

function newFolder(): string {
  const folder = join(mkdtempSync(join(scratch, "data-")), "documents", "shard-0");
  makeFileFolder(folder);
  return folder;
}

function endingsIn(folder: string): string[] {
  return readdirSync(folder).map((name) => name.slice(`${OWNER}-`.length + 32));
}

test("named files: a file -> under a random name with its owner, for the process's user alone, read as written", () => {
  const folder = newFolder();
  const first = keepFile(folder, { owner: OWNER, bytes: BYTES });
  const second = keepFile(folder, { owner: OWNER, bytes: BYTES });
  assert.notEqual(first.file, second.file);
  assert.equal(ownerOfFile(first.file), OWNER);
  assert.equal(statSync(join(folder, first.file)).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.deepEqual(Buffer.from(readNamedFile(folder, first)), BYTES);
  const copies = newFolder();
  copyFile(first, { from: folder, to: copies });
  assert.deepEqual(readFileSync(join(copies, first.file)), BYTES);
  assert.deepEqual(checkFiles(folder, [first, second], 1_000), {
    files: 2,
    bytes: 2 * BYTES.length,
    isDigested: true,
  });
});

for (const [at, ending] of STEPS) {
  test(`named files: it fails before the step "${at}" -> no name has a part of a file, and a sweep leaves what is named`, () => {
    const folder = newFolder();
    const before = keepFile(folder, { owner: OWNER, bytes: BYTES });
    const failing = () =>
      keepFile(folder, { owner: OWNER, bytes: BYTES }, (step) => {
        if (step === at) throw new Error("the disk failed");
      });
    assert.throws(failing, /the disk failed/);
    assert.deepEqual(endingsIn(folder).sort(), at === "write" ? [""] : ["", ending].sort());
    assert.equal(sweepFiles(folder, [before], later()), at === "write" ? 0 : 1);
    assert.deepEqual(readdirSync(folder), [before.file]);
  });

  test(`named files: kill -9 before the step "${at}" -> the same`, async () => {
    const folder = newFolder();
    const before = keepFile(folder, { owner: OWNER, bytes: BYTES });
    const { file, options } = programOf(
      new URL("../../test/support/files/named_files.ts", import.meta.url),
    );
    const child = spawn(process.execPath, [...options, file, folder, at], { stdio: "inherit" });
    const [, signal] = await once(child, "close");
    assert.equal(signal, "SIGKILL");
    const whole = readdirSync(folder).filter((name) => !name.endsWith(".tmp"));
    for (const name of whole) assert.equal(statSync(join(folder, name)).size, BYTES.length);
    sweepFiles(folder, [before], later());
    assert.deepEqual(readdirSync(folder), [before.file]);
  });
}

test("named files: missing, short, changed -> named with owner and path; without digests a change is not seen", () => {
  const folder = newFolder();
  const [missing, short, changed] = [1, 2, 3].map(() =>
    keepFile(folder, { owner: OWNER, bytes: BYTES }),
  ) as [ReturnType<typeof keepFile>, ReturnType<typeof keepFile>, ReturnType<typeof keepFile>];
  rmSync(join(folder, missing.file));
  truncateSync(join(folder, short.file), 3);
  writeFileSync(join(folder, changed.file), Buffer.from(BYTES).reverse());
  const unfit = (file: typeof missing, says: RegExp) => {
    const isIt = ({ name, message }: Error) =>
      name === "FileUnfit" &&
      says.test(message) &&
      [OWNER, join(folder, file.file)].every((text) => message.includes(text));
    assert.throws(() => checkFiles(folder, [file], 1_000), isIt);
    assert.throws(() => readNamedFile(folder, file), isIt);
  };
  unfit(missing, /is missing/);
  unfit(short, /has 3 bytes, not 22/);
  unfit(changed, /its digest is another/);
  assert.deepEqual(checkFiles(folder, [changed], BYTES.length - 1), {
    files: 1,
    bytes: BYTES.length,
    isDigested: false,
  });
});

test("named files: given up before a backup came to them -> not missed, and swept with their note once nothing names them", () => {
  const folder = newFolder();
  const file = keepFile(newFolder(), { owner: OWNER, bytes: BYTES });
  assert.throws(() => checkFiles(folder, [file], 1_000), FileUnfit);
  noteGivenUp(folder, file);
  assert.equal(checkFiles(folder, [file], 1_000).files, 0);
  assert.deepEqual([...faultsOfFiles(folder, [file])], []);
  assert.equal(sweepFiles(folder, [file], later()), 0);
  assert.equal(sweepFiles(folder, [], later()), 1);
  assert.deepEqual(readdirSync(folder), []);
});

test("named files: those of an owner are removed, twice -> gone, the other's are there", () => {
  const folder = newFolder();
  const own = [1, 2].map(() => keepFile(folder, { owner: OWNER, bytes: BYTES }));
  const other = keepFile(folder, { owner: OTHER, bytes: BYTES });
  assert.deepEqual(filesOfOwner(folder, OWNER).sort(), own.map(({ file }) => file).sort());
  for (let times = 0; times < 2; times++)
    removeFiles(
      folder,
      own.map(({ file }) => file),
    );
  assert.deepEqual(readdirSync(folder), [other.file]);
  assert.ok(!existsSync(join(scratch, "none")));
  removeFiles(join(scratch, "none"), [other.file]);
});

test("named files: a sweep -> only what is older than the start and named by nothing", () => {
  const folder = newFolder();
  const [named, old, young] = [1, 2, 3].map(() =>
    keepFile(folder, { owner: OWNER, bytes: BYTES }),
  ) as [ReturnType<typeof keepFile>, ReturnType<typeof keepFile>, ReturnType<typeof keepFile>];
  const startedMs = 1_800_000_000_000;
  const at = (file: string, ms: number) => utimesSync(join(folder, file), ms / 1_000, ms / 1_000);
  at(named.file, startedMs - 1_000);
  at(old.file, startedMs - 1_000);
  at(young.file, startedMs);
  assert.equal(sweepFiles(folder, [named], startedMs), 1);
  assert.deepEqual(readdirSync(folder).sort(), [named.file, young.file].sort());
});
