/**
 * Loads a script that scripts/build.mjs has bundled, with the code cache that the build has made for this Node:
 * V8's own form of the functions that a start needs, which spares their compilation in every thread. Runs before
 * all else, in every thread.
 * Guarantees: a code cache is used only where it was made by the same version of Node and V8, on the same kind of
 * processor, of the bytes of the script as they are now, and holds the bytes that were written; else the script
 * runs without it. A build has a folder of its own, so that a server that runs goes on with its own scripts.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { BroadcastChannel, isMainThread } from "node:worker_threads";
import { crc32 } from "node:zlib";

/** Whether a script was loaded with a code cache: `unfit` where there is one that was not made for it. */
export type CacheUse = "used" | "absent" | "unfit";

/** A script as a function of what a CommonJS module knows, and of the URL that the module has. */
type Body = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
  importMetaUrl: string,
) => void;

/** The environment variable by which the build asks a server and its threads to make their code caches. */
const RECORDING = "RECORD_CODE_CACHE";
const CHANNEL = "code cache";
/** What threads tell each other on the channel: the worker threads what they did, main what they shall do. */
type Told = "loaded" | "write" | "written";
/** Where the loader, which is a bundle of its own, leaves for the script how it was loaded. */
const USE = Symbol.for("how this thread's script was loaded");
const LINE_END = 10;

/**
 * Runs the script that `entry`, a file in the build's folder, stands for, as the module that `entry` is, and
 * returns the script's exports. `require`: of the entry.
 */
export function loadScript(entry: string, require: NodeJS.Require): unknown {
  const folder = dirname(entry);
  const path = join(folder, "scripts", basename(entry));
  const cachePath = codeCachePath(folder, basename(entry));
  const source = readFileSync(path);
  const cached = readCodeCache(cachePath, source);
  // The build writes ASCII alone. One byte a character, the text lies outside of V8's heap as it is.
  const script = new Script(source.toString("latin1"), {
    filename: pathToFileURL(path).href,
    ...(typeof cached !== "string" && { cachedData: cached }),
  });
  const use = typeof cached === "string" ? cached : script.cachedDataRejected ? "unfit" : "used";
  (globalThis as Record<symbol, unknown>)[USE] = use;
  if (process.env[RECORDING] !== undefined) {
    record(() => writeCodeCache(cachePath, source, script.createCachedData()));
  }
  const module = { exports: {} as unknown };
  const body = script.runInThisContext() as Body;
  body(module.exports, require, module, entry, folder, pathToFileURL(entry).href);
  return module.exports;
}

/** How this thread's script was loaded; undefined where the sources run unbuilt. */
export function codeCacheUse(): CacheUse | undefined {
  return (globalThis as Record<symbol, unknown>)[USE] as CacheUse | undefined;
}

/** Where the code cache of a script is, for the Node that runs. scripts/code_cache.mjs asks the built loader. */
export function codeCachePath(folder: string, name: string): string {
  return join(folder, "code_cache", `${name}.${process.version}-${process.arch}`);
}

/**
 * The code cache of a script as V8 has made it. V8 itself looks at its version, its flags and the length of the
 * source, and at nothing else: the first line of the file says the rest.
 */
export function readCodeCache(path: string, source: Uint8Array): Buffer | "absent" | "unfit" {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return "absent";
  }
  const end = file.indexOf(LINE_END);
  const cached = file.subarray(end + 1);
  return file.toString("latin1", 0, end) === headOf(source, cached) ? cached : "unfit";
}

/** Writes the code cache of a script so that a reader sees the old one or the new one, whole. */
export function writeCodeCache(path: string, source: Uint8Array, cached: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, Buffer.concat([Buffer.from(`${headOf(source, cached)}\n`), cached]));
  renameSync(temporary, path);
}

function headOf(source: Uint8Array, cached: Uint8Array): string {
  const { node, v8 } = process.versions;
  return JSON.stringify({ node, v8, arch: process.arch, source: crc32(source), of: crc32(cached) });
}

/**
 * Writes the code caches of all threads when the build sends SIGUSR2, with all functions that have run until then;
 * then the process ends.
 */
function record(write: () => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  let unwritten = 0;
  const hear: Record<Told, () => void> = isMainThread
    ? {
        loaded: () => void unwritten++,
        written: () => --unwritten === 0 && process.exit(0),
        write: () => {},
      }
    : {
        loaded: () => {},
        written: () => {},
        write: () => {
          write();
          channel.postMessage("written" satisfies Told);
        },
      };
  channel.onmessage = (message) => hear[(message as { data: Told }).data]();
  if (!isMainThread) {
    channel.postMessage("loaded" satisfies Told);
    return;
  }
  process.on("SIGUSR2", () => {
    write();
    channel.postMessage("write" satisfies Told);
  });
}
