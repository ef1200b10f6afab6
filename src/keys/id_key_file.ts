/**
 * `id.key` in the data directory: the key that hides places in ids (base/hidden_place.ts), in base64, and on
 * a second line the time from which on ids are hidden, ISO 8601. The file is made once, by the first start
 * that finds none, and never changes: with another one the same records would have other ids. The
 * settings name it, so that it is noticed when it is missing or another one.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { recordCountOf, recordOf } from "../../wal/format.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { type IdKey, useIdKey } from "../base/hidden_place.ts";
import { OptionError } from "../base/option_error.ts";
import { SIPHASH_KEY_BYTES } from "../base/siphash.ts";
import { recordTimeMs } from "../contract/records/record_layout.ts";
import { writeWhole } from "../files/whole_file.ts";
import { newestRequestMs } from "../request_log/newest_request.ts";

export const ID_KEY_FILE = "id.key";

const LINES = /^([A-Za-z0-9+/]{22}==)\n(\S+)\n$/;

/** What a new key must be later than: the logs of the shards, and the folder of the log of requests. */
export type Existing = { logPaths: readonly string[]; requestLogPath: string };

/**
 * Makes the file of a directory that has none yet, and returns its id for the settings. Ids are hidden from
 * the moment on that is later than every record, and later than now where there is one. To be called by
 * the one process that has the directory, before a shard starts. What an earlier start has written that
 * came no further is replaced: its moment may be before records of an older version that ran since.
 */
export async function makeIdKey(path: string, existing: Existing): Promise<string> {
  const sinceMs = await firstFreeMs(existing);
  const secret = randomBytes(SIPHASH_KEY_BYTES).toString("base64");
  const text = `${secret}\n${new Date(sinceMs).toISOString()}\n`;
  writeWhole(join(path, ID_KEY_FILE), text);
  return idOf(text);
}

/** The key of a directory, by its id in the settings. Throws `OptionError` where it is not there. */
export function idKeyAt(path: string, given: string, keyId: string): IdKey {
  const file = join(path, ID_KEY_FILE);
  const told = join(given, ID_KEY_FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [, secret = "", since = ""] = LINES.exec(text) ?? [];
  const sinceMs = Date.parse(since);
  if (secret === "" || Number.isNaN(sinceMs)) {
    throw new OptionError(
      `${told} is missing or damaged: restore it from the backup, because without it every id would be another`,
    );
  }
  if (idOf(text) !== keyId) {
    throw new OptionError(
      `${told} is not the key of this directory, ${keyId}: restore it from the backup`,
    );
  }
  return { secret: Buffer.from(secret, "base64"), sinceMs };
}

/** Names the key of a directory to this thread: for a command that reads the directory without a server. */
export function useIdKeyOf(dataDir: string): void {
  const settings = JSON.parse(readFileSync(join(dataDir, "settings.json"), "utf8"));
  const { idKeyId } = settings as { idKeyId?: string };
  useIdKey(idKeyId === undefined ? undefined : idKeyAt(dataDir, dataDir, idKeyId));
}

function idOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The first millisecond after everything that has an id, and not before now; 0 where nothing has one. */
async function firstFreeMs({ logPaths, requestLogPath }: Existing): Promise<number> {
  let newestMs = -1;
  for (const path of logPaths) newestMs = Math.max(newestMs, await newestRecordMs(path));
  if (newestMs < 0) return 0;
  const nowMs = Date.now();
  const requestMs = await newestRequestMs(requestLogPath, nowMs);
  return Math.max(newestMs + 1, requestMs + 1, nowMs);
}

/**
 * The time of the newest record of a log, which is the latest of all; -1 where there is none. Throws
 * `OptionError` where it cannot be read: a key must not be made without knowing what is before it.
 */
async function newestRecordMs(logPath: string): Promise<number> {
  if (!existsSync(join(logPath, "data.mdb"))) return -1;
  try {
    return await lastTimeOf(logPath);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new OptionError(
      `the newest record of ${logPath} cannot be read, so no key of ids can be made after it: ${why}; npm run log -- verify says more`,
      { cause },
    );
  }
}

async function lastTimeOf(logPath: string): Promise<number> {
  const log = openLogReader(logPath);
  try {
    const frame = log.read(log.headSequence());
    if (frame === undefined) return -1;
    return recordTimeMs(recordOf(frame, recordCountOf(frame) - 1) as Uint8Array);
  } finally {
    await log.close();
  }
}
