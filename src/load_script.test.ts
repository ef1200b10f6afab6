/** Scripts of the build are loaded with code caches that were made for them, and with no others. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Script } from "node:vm";
import {
  codeCachePath,
  codeCacheUse,
  loadScript,
  readCodeCache,
  writeCodeCache,
} from "./load_script.ts";

const PROGRAM = `(function (exports, require, module, __filename, __dirname, importMetaUrl) {
  const squares = () => [1, 2, 3].map((n) => n * n);
  module.exports = { squares: squares(), importMetaUrl, __dirname, has: typeof require("node:fs") };
})`;
const OTHER = PROGRAM.replace("n * n", "n + n");

/** A folder of a build with one script and its code cache. */
function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "load-script-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = join(folder, "scripts", "program.js");
  mkdirSync(join(folder, "scripts"));
  writeFileSync(script, PROGRAM);
  const entry = join(folder, "program.js");
  const cache = codeCachePath(folder, "program.js");
  const compiled = new Script(PROGRAM);
  compiled.runInThisContext();
  writeCodeCache(cache, Buffer.from(PROGRAM), compiled.createCachedData());
  const load = () => loadScript(entry, createRequire(entry)) as Record<string, unknown>;
  return { folder, script, entry, cache, load };
}

test("load script: with its code cache -> used, and the script knows itself as the entry", (t) => {
  const { folder, entry, load } = folderOf(t);
  const loaded = load();
  assert.equal(codeCacheUse(), "used");
  assert.deepEqual(loaded, {
    squares: [1, 4, 9],
    importMetaUrl: new URL(`file://${entry}`).href,
    __dirname: folder,
    has: "object",
  });
});

test("load script: no code cache -> runs", (t) => {
  const { cache, load } = folderOf(t);
  rmSync(cache);
  assert.deepEqual(load()["squares"], [1, 4, 9]);
  assert.equal(codeCacheUse(), "absent");
});

test("load script: a code cache that is of something else, or damaged -> unfit, and the script runs as it is", (t) => {
  const head = (change: (head: Record<string, unknown>) => void) => (file: Buffer) => {
    const end = file.indexOf("\n");
    const said = JSON.parse(file.toString("latin1", 0, end)) as Record<string, unknown>;
    change(said);
    return Buffer.concat([Buffer.from(JSON.stringify(said)), file.subarray(end)]);
  };
  const rows: Record<string, (file: Buffer) => Buffer> = {
    "another version of Node": head((said) => {
      said["node"] = "20.0.0";
    }),
    "another version of V8": head((said) => {
      said["v8"] = "1.0";
    }),
    "another processor": head((said) => {
      said["arch"] = "s390x";
    }),
    "another source": head((said) => {
      said["source"] = 1;
    }),
    "a bit flipped": (file) => {
      const at = file.length - 9;
      file[at] = (file[at] as number) ^ 1;
      return file;
    },
    "cut short": (file) => file.subarray(0, file.length - 1),
    "cut within its first line": (file) => file.subarray(0, 9),
    "no byte": () => Buffer.alloc(0),
  };
  for (const [what, change] of Object.entries(rows)) {
    const { cache, load } = folderOf(t);
    writeFileSync(cache, change(readFileSync(cache)));
    assert.deepEqual(load()["squares"], [1, 4, 9], what);
    assert.equal(codeCacheUse(), "unfit", what);
  }
});

test("load script: a script that was changed, of the same length -> what it does now", (t) => {
  const { script, load } = folderOf(t);
  assert.equal(OTHER.length, PROGRAM.length);
  writeFileSync(script, OTHER);
  assert.deepEqual(load()["squares"], [2, 4, 6]);
  assert.equal(codeCacheUse(), "unfit");
});

test("code cache: written bytes of V8 that V8 does not take -> unfit", (t) => {
  const { cache, load } = folderOf(t);
  writeCodeCache(cache, Buffer.from(PROGRAM), Buffer.alloc(64));
  assert.ok(readCodeCache(cache, Buffer.from(PROGRAM)) instanceof Buffer);
  assert.deepEqual(load()["squares"], [1, 4, 9]);
  assert.equal(codeCacheUse(), "unfit");
});
