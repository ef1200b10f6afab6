/**
 * Copies the files beside a log that frames of the copied log name, each checked by its digest. A file
 * that is missing must have been given up since: a record says so that the copied log does not have, and
 * a note beside the copy's files tells its start. A file whose content the log has is left out where it is not sound, as
 * it is in the original. Everything else that is missing fails the backup.
 */
import {
  checkFile,
  copyFile,
  FileUnfit,
  filesOfOwner,
  hasFile,
  makeFileFolder,
  noteGivenUp,
  removeFiles,
} from "../../src/files/named_files.ts";
import type { LogReader } from "../../wal/log_reader.ts";
import { type FilesInLog, filesNamedIn, givenUpAfter, isGivenUp } from "../log/named_in_log.ts";
import type { Shard } from "../log/shards.ts";
import { syncPath } from "./parts.ts";

export type CopiedFiles = { documents: number; bytes: number };

/** The folders of the files of one shard, the log of the original, and the frames that were copied. */
export type FileCopy = {
  from: string;
  to: string;
  shard: Shard;
  original: LogReader;
  /** The last frame that is copied. */
  end: number;
};

/** Copies what is named and not there; it is on disk when this returns. Throws `FileUnfit`. */
export function copyNamedFiles({ named }: FilesInLog, copy: FileCopy): CopiedFiles {
  const { from, to, shard, original, end } = copy;
  const copied = { documents: 0, bytes: 0 };
  if (named.length === 0) return copied;
  makeFileFolder(to);
  for (const file of named) {
    if (hasFile(to, file)) {
      checkFile(to, file);
      continue;
    }
    try {
      copyFile(file, { from, to });
      copied.documents++;
      copied.bytes += file.sizeBytes;
    } catch (cause) {
      if (cause instanceof FileUnfit && file.isMadeOfLog === true) continue;
      const isMissing = cause instanceof FileUnfit && !hasFile(from, file);
      if (!isMissing || !isGivenUp(file, givenUpAfter(original, shard, end))) throw cause;
      noteGivenUp(to, file);
    }
  }
  syncPath(to);
  return copied;
}

/** The same for all frames of a log that was copied whole. */
export function copyAllFiles(copiedLog: LogReader, copy: FileCopy): CopiedFiles {
  const { shard, end } = copy;
  return copyNamedFiles(filesNamedIn(copiedLog, shard, { from: 1, to: end }), copy);
}

/** Deletes the files that the copied frames have given up. `ofRealms`: those that earlier frames have named in realms which are retired since. */
export function removeGivenUp(
  { givenUp }: FilesInLog,
  folder: string,
  ofRealms: readonly string[] = [],
): void {
  for (const owner of givenUp.owners) removeFiles(folder, filesOfOwner(folder, owner));
  if (ofRealms.length > 0) removeFiles(folder, ofRealms);
}
