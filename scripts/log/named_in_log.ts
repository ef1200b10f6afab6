/** Which files beside a log its frames name, and which owners they take the files from. */
import { placeOf } from "../../src/base/id.ts";
import {
  type FilesNamed,
  ownerOfFile,
  type RealmFile,
} from "../../src/contract/records/named_file.ts";
import { REALM_RENEWED, type RealmRenewed } from "../../src/contract/records/realm_document.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import { decodeRecord, FactCodecs } from "../../src/contract/records/record_codec.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { recordsOf } from "../../wal/format.ts";
import type { LogReader } from "../../wal/log_reader.ts";
import type { Shard } from "./shards.ts";

/** Whose files were given up: of owners by a fact of each, and of all that stood in realms that a reset has retired. */
export type GivenUp = { owners: ReadonlySet<string>; realms: ReadonlySet<number> };

export type FilesInLog = {
  /** Those that the last of the frames leaves named. */
  named: readonly RealmFile[];
  givenUp: GivenUp;
};

/** The frames from the first to the last of them. */
type Range = { from: number; to: number };

/** What the frames name, and whose files they give up; of those before a damaged one, which whoever copies or verifies them meets. */
export function filesNamedIn(log: LogReader, shard: Shard, range: Range): FilesInLog {
  const named = new Map<string, RealmFile>();
  const [owners, realms] = [new Set<string>(), new Set<number>()];
  for (const { files, givenUp, retired } of changesIn(log, shard, range)) {
    for (const file of files) named.set(file.file, file);
    if (givenUp !== undefined) owners.add(givenUp);
    if (retired !== undefined) realms.add(retired);
  }
  const givenUp = { owners, realms };
  return { named: [...named.values()].filter((file) => !isGivenUp(file, givenUp)), givenUp };
}

export function isGivenUp({ file, realm }: RealmFile, { owners, realms }: GivenUp): boolean {
  return realms.has(realm) || owners.has(ownerOfFile(file) ?? "");
}

/** The names of the files that stood in these realms, which are retired; by reading the frames before `below`. */
export function filesOfRealms(
  log: LogReader,
  shard: Shard,
  { realms, below }: Pick<GivenUp, "realms"> & { below: number },
): string[] {
  if (realms.size === 0) return [];
  const changes = [...changesIn(log, shard, { from: 1, to: below - 1 })];
  const all = changes.flatMap(({ files }) => files);
  return all.filter(({ realm }) => realms.has(realm)).map(({ file }) => file);
}

type Change = { files: readonly RealmFile[]; givenUp?: string | undefined; retired?: number };

/** Only a frame with the name of such a fact somewhere is decoded: a search for some bytes costs little. */
function* changesIn(log: LogReader, { shard, registry }: Shard, { from, to }: Range) {
  const { files, codecs } = registry as Naming;
  if (files === undefined) return;
  const kinds = files.kindsBegin.map((begin) => `"${begin}`);
  const marks = [...kinds, `"${REALM_RENEWED}"`].map((text) => Buffer.from(text));
  const known = new FactCodecs(codecs);
  for (let sequence = from; sequence <= to; sequence++) {
    const frame = soundFrame(log, sequence);
    if (frame === undefined) return;
    if (!marks.some((mark) => frame.includes(mark))) continue;
    let index = 0;
    for (const bytes of recordsOf(frame)) {
      const place = placeOf(sequence, index++);
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const { realm, facts } = decodeRecord(buffer, known, { shard, place });
      for (const fact of facts) yield* changeOf(fact, realm, files);
    }
  }
}

function changeOf(fact: Fact, realm: number, files: FilesNamed<never>): Change[] {
  if (fact.kind === REALM_RENEWED) {
    return [{ files: [], retired: (fact as RealmRenewed).retired }];
  }
  if (!files.kindsBegin.some((begin) => fact.kind.startsWith(begin))) return [];
  const { named, givenUp } = files.changeOf(fact, realm);
  return [{ files: named, givenUp }];
}

type Naming = { files?: FilesNamed<never>; codecs: Shard["registry"]["codecs"] };

/** The bytes of a frame, valid until the next is read; undefined where it is damaged. */
function soundFrame(log: LogReader, sequence: number): Buffer | undefined {
  try {
    const view = log.readView(sequence);
    return view && Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  } catch (cause) {
    if (cause instanceof LogDamaged) return undefined;
    throw cause;
  }
}

/** Whose files were given up after frame `sequence`, in all that the log has by now. */
export function givenUpAfter(log: LogReader, shard: Shard, sequence: number): GivenUp {
  log.refresh();
  return filesNamedIn(log, shard, { from: sequence + 1, to: log.headSequence() }).givenUp;
}
