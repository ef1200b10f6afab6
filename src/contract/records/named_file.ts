/**
 * Files beside the log: sealed content that is too large for a record. A file is written, whole and on
 * disk, before the record that names it, and never changed. `files/named_files.ts` keeps them.
 */
import type { Fact } from "./record.ts";

/** What a fact says of a file, so that nothing else is ever taken for it. */
export type NamedFile = {
  /** The name in the folder of the shard's files: `OWNER-RANDOM`. */
  file: string;
  sizeBytes: number;
  /** SHA-256 of the bytes as they lie there, 64 hexadecimal digits. */
  sha256: string;
};

/**
 * A file, and the number of the realm whose records name it. `isMadeOfLog`: the log has all that is in the file, so
 * a shard starts, and a backup is made, without it; whoever asks for it is told that it is missing.
 */
export type RealmFile = NamedFile & { realm: number; isMadeOfLog?: true };

/** What a fact does to files. */
export type FileChange = {
  named?: readonly NamedFile[];
  /** The owner all of whose files are given up: they may be deleted, and nobody misses them. */
  givenUp?: string;
};

/** The realms of a shard: nobody misses the files of one that is retired, and they may be deleted. */
type Realms = { isRetired(number: number): boolean };

/** How a feature names files. */
export type FileNaming<S> = {
  /** Every file that must be there. */
  of(state: S, realms: Realms): Iterable<RealmFile>;
  /** How the kinds of facts begin that may change files. They are JSON in the log. */
  kindsBegin: string;
  changeOf(fact: Fact): FileChange;
  /** See `RealmFile`. */
  isMadeOfLog?: true;
};

/** How all features of a shard name files. */
export type FilesNamed<S> = {
  /** Every file that is named. */
  of(state: S, realms: Realms): Iterable<RealmFile>;
  /** How the kinds of facts begin that may change files. */
  kindsBegin: readonly string[];
  /** What a fact of any kind does to files; `realm`: the number of the realm of its record. */
  changeOf(
    fact: Fact,
    realm: number,
  ): { named: readonly RealmFile[]; givenUp?: string | undefined };
};

/** The files of features together. No two of them share a kind of fact. */
export function filesNamed<S>(namings: readonly FileNaming<S>[]): FilesNamed<S> {
  return {
    *of(state, realms) {
      for (const { of, isMadeOfLog } of namings) {
        for (const file of of(state, realms)) yield isMadeOfLog ? { ...file, isMadeOfLog } : file;
      }
    },
    kindsBegin: namings.map(({ kindsBegin }) => kindsBegin),
    changeOf(fact, realm) {
      const naming = namings.find(({ kindsBegin }) => fact.kind.startsWith(kindsBegin));
      const { named = [], givenUp } = naming?.changeOf(fact) ?? {};
      const made = naming?.isMadeOfLog && { isMadeOfLog: naming.isMadeOfLog };
      return { named: named.map((file) => ({ ...file, realm, ...made })), givenUp };
    },
  };
}

/** `OWNER-RANDOM`: the owner's id, and 32 hexadecimal digits. */
const FORM = /^([a-z]+_[0-9A-Za-z]{26})-[0-9a-f]{32}$/;

/** The owner of a file; undefined for a name of another form. */
export function ownerOfFile(file: string): string | undefined {
  return FORM.exec(file)?.[1];
}

/** `random`: 16 bytes as hexadecimal digits. */
export function fileNameOf(owner: string, random: string): string {
  return `${owner}-${random}`;
}
