/**
 * Makes one message of lmdb-js shorter, in its native builds, before a thread loads one.
 *
 * When the disk refuses a page, lmdb-js 3.5.6 writes a message of up to 126 bytes into 100 bytes of
 * memory (`mdb_page_flush` in its `mdb.c`), and the C library may end the process for it ("corrupted
 * size vs. prev_size"), where the server would answer 503. Without its last part, the sizes of
 * three buffers, the message has at most 84 bytes. Decision 0076.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const KEPT = "Attempting to write page at position %u, size %u, blocks %u";
const TOO_LONG = `${KEPT}, buffer sizes %i %i %i\0`;

/** Where the native builds are, seen from the file `from` of the project; none where there is no such package. */
export function lmdbBuilds(from) {
  const { platform, arch } = process;
  try {
    const ofPackage = createRequire(createRequire(from).resolve("lmdb"));
    const folder = dirname(ofPackage.resolve(`@lmdb/lmdb-${platform}-${arch}/package.json`));
    const names = readdirSync(folder).filter((name) => name.endsWith(".node"));
    return names.map((name) => join(folder, name));
  } catch {
    // Nothing is installed yet, or for another platform; whoever loads lmdb says so.
    return [];
  }
}

/**
 * Ends the message early in each file that has the long one. A file is replaced by a rename, so a server
 * that runs keeps what it has loaded. Throws where the file may not be written.
 */
export function shortenMessage(paths) {
  for (const path of paths) {
    const bytes = readFileSync(path);
    const at = bytes.indexOf(TOO_LONG);
    if (at < 0) continue;
    bytes[at + KEPT.length] = 0;
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, bytes, { mode: statSync(path).mode });
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  }
}
