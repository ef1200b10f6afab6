/**
 * The files beside the log of one shard (contract/records/named_file.ts), in one folder.
 *
 * Guarantees: a file has its name only when it is whole and on disk, so whatever ends the process or the
 * machine, a name in a record leads to the bytes that the record means; nobody gets bytes whose digest
 * was not checked; a sweep deletes what nothing names, and nothing that was written after the start.
 * Does not: open what is sealed, or decide what is named (`FileNaming`).
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { syncDirectory } from "../../wal/database.ts";
import { type NamedFile, ownerOfFile } from "../contract/records/named_file.ts";
import { NewFile, newFileName, type OnStep } from "./new_file.ts";

/** The most bytes of a file in memory where it is read in pieces. */
const PIECE_BYTES = 2 ** 18;
/**
 * Beside a backup's log: the owner of the file had given it up when the backup came to copy it, by a
 * record that the log of the backup does not have yet.
 */
const GIVEN_UP = ".given-up";
/**
 * The most bytes of all files together whose digests a start checks: some 1.4 s of one core (decisions/0073).
 */
export const DIGEST_BYTES_MAX = 2 ** 30;
/** What is wrong with a named file: a sentence with owner and path. */
export class FileUnfit extends Error {
  override readonly name = "FileUnfit";
}

/** Makes the folder, and the one above it, where they are missing; then they are on disk. */
export function makeFileFolder(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const above of [dirname(path), dirname(dirname(path))]) syncDirectory(above);
}

/** Writes a new file (mode 0600) with a random name; it is on disk when this returns. */
export function keepFile(
  folder: string,
  { owner, bytes }: { owner: string; bytes: Uint8Array },
  step: OnStep = () => {},
): NamedFile {
  const file = new NewFile(folder, newFileName(owner), step);
  try {
    file.write(bytes);
    return file.keep();
  } finally {
    // Of a failure the unfinished file is left, and swept by the next start.
    file.close();
  }
}

/** Copies a file into another folder under its name, checked. Its bytes are on disk; its name is when the folder is synced. */
export function copyFile(named: NamedFile, { from, to }: { from: string; to: string }): void {
  const file = new NewFile(to, named.file);
  try {
    for (const piece of bytesChecked(from, named)) file.write(piece);
    file.keep({ isNameSynced: false });
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/** The bytes of a file, which are those that its record means, in memory. Throws `FileUnfit`. */
export function readNamedFile(folder: string, named: NamedFile): Uint8Array {
  const fault = sizeFault(folder, named);
  if (fault !== undefined) throw new FileUnfit(fault);
  const bytes = bytesOf(join(folder, named.file));
  if (bytes === undefined) throw new FileUnfit(`${aboutFile(folder, named)} is missing`);
  if (digestOf(bytes) === named.sha256) return bytes;
  throw new FileUnfit(digestFault(folder, named));
}

/** Reads the file through at flat memory. Throws `FileUnfit` where its bytes are not those that its record means. */
export function checkFile(folder: string, named: NamedFile): void {
  for (const _ of bytesChecked(folder, named));
}

/**
 * The bytes of a file in pieces, at flat memory; each is valid until the next is asked for. Throws `FileUnfit`, where
 * a digest is another behind the last piece: who keeps the pieces must give them up then.
 */
export function* bytesChecked(folder: string, named: NamedFile): Generator<Uint8Array> {
  const fault = sizeFault(folder, named);
  if (fault !== undefined) throw new FileUnfit(fault);
  const hash = createHash("sha256");
  for (const piece of piecesOf(join(folder, named.file), { from: 0, size: named.sizeBytes })) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== named.sha256) throw new FileUnfit(digestFault(folder, named));
}

/** So many bytes of the file in pieces, or fewer where it ends before; each is valid until the next is asked for. */
export function* piecesOf(
  path: string,
  { from, size }: { from: number; size: number },
): Generator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(1, size)));
  const handle = openSync(path, "r");
  try {
    for (let at = 0; at < size; ) {
      const length = readSync(handle, piece, 0, Math.min(piece.length, size - at), from + at);
      if (length === 0) return;
      at += length;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

export type FileCheck = { files: number; bytes: number; isDigested: boolean };

/**
 * Checks that each file is there in its size, and where all together have at most `digestBytesMax` bytes
 * their digests too. Throws `FileUnfit` at the first that is not.
 */
export function checkFiles(
  folder: string,
  named: Iterable<NamedFile>,
  digestBytesMax: number,
): FileCheck {
  let bytes = 0;
  let all: NamedFile[] = [];
  let files = 0;
  for (const file of named) {
    if (isGivenUp(folder, file)) continue;
    const fault = sizeFault(folder, file);
    if (fault !== undefined) throw new FileUnfit(fault);
    files++;
    bytes += file.sizeBytes;
    if (bytes <= digestBytesMax) all.push(file);
    else all = [];
  }
  const isDigested = bytes <= digestBytesMax;
  if (isDigested) for (const file of all) checkFile(folder, file);
  return { files, bytes, isDigested };
}

export type FileFault<F extends NamedFile = NamedFile> = { file: F; message: string };

/** What is wrong with each of the files, digests included, in sentences. */
export function* faultsOfFiles<F extends NamedFile>(
  folder: string,
  named: Iterable<F>,
): Generator<FileFault<F>> {
  for (const file of named) {
    if (isGivenUp(folder, file)) continue;
    try {
      checkFile(folder, file);
    } catch (cause) {
      if (!(cause instanceof FileUnfit)) throw cause;
      yield { file, message: cause.message };
    }
  }
}

/** Deletes files that are there; they are gone from the disk when this returns. May be done again. */
export function removeFiles(folder: string, files: Iterable<string>): void {
  for (const file of files) {
    for (const ending of ["", GIVEN_UP]) rmSync(join(folder, file + ending), { force: true });
  }
  if (existsSync(folder)) syncDirectory(folder);
}

/** The names of files of the owner in the folder, whether a record names them or not. */
export function filesOfOwner(folder: string, owner: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => file.startsWith(`${owner}-`));
}

/** Says in a backup that the file need not be there. */
export function noteGivenUp(folder: string, { file }: NamedFile): void {
  writeFileSync(join(folder, file + GIVEN_UP), "", { mode: 0o600 });
  syncDirectory(folder);
}

export function hasFile(folder: string, { file }: NamedFile): boolean {
  return existsSync(join(folder, file));
}

/**
 * Deletes what is in the folder, was there before `startedMs`, and is none of the named files. Returns
 * how many that were. To be called when the log is replayed and nobody writes files yet.
 */
export function sweepFiles(folder: string, named: Iterable<NamedFile>, startedMs: number): number {
  const found = readdirSync(folder);
  if (found.length === 0) return 0;
  const kept = new Set<string>();
  for (const { file } of named) kept.add(file);
  const isKept = (name: string) =>
    kept.has(name) || (name.endsWith(GIVEN_UP) && kept.has(name.slice(0, -GIVEN_UP.length)));
  let swept = 0;
  for (const name of found) {
    if (isKept(name) || statSync(join(folder, name)).mtimeMs >= startedMs) continue;
    rmSync(join(folder, name));
    swept++;
  }
  if (swept > 0) syncDirectory(folder);
  return swept;
}

function isGivenUp(folder: string, named: NamedFile): boolean {
  return !hasFile(folder, named) && existsSync(join(folder, named.file + GIVEN_UP));
}

function sizeFault(folder: string, named: NamedFile): string | undefined {
  const size = statSync(join(folder, named.file), { throwIfNoEntry: false })?.size;
  if (size === named.sizeBytes) return undefined;
  const about = aboutFile(folder, named);
  if (size === undefined) return `${about} is missing`;
  return `${about} has ${size} bytes, not ${named.sizeBytes}`;
}

function digestFault(folder: string, named: NamedFile): string {
  return `${aboutFile(folder, named)} is damaged: its digest is another`;
}

function aboutFile(folder: string, { file }: NamedFile): string {
  return `a file of ${ownerOfFile(file) ?? "nobody"}, ${join(folder, file)},`;
}

/** Undefined where the file went away meanwhile. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
