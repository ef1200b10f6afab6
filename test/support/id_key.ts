/**
 * The key of ids of every test process: ids of worlds and simulations hide their places as those of a
 * server do. A test that is about ids without a key, or about another one, names its own (`withIdKey`).
 */
import { after, before } from "node:test";
import { type IdKey, usedIdKey, useIdKey } from "../../src/base/hidden_place.ts";
import { decodeIdSuffix, type IdOrigin } from "../../src/base/id.ts";
import { useIdKeyOf } from "../../src/keys/id_key_file.ts";

/** From the first time of a world on; ids of what was there before (`callers.ts`) show their place. */
export const TEST_ID_KEY: IdKey = {
  secret: Uint8Array.from({ length: 16 }, (_, at) => 17 * at),
  sinceMs: Date.UTC(2026, 0, 31, 9, 30),
};

/** Names the key to this process. Modules that make ids when they are read call it too, whoever reads them. */
export function useTestIdKey(): void {
  useIdKey(TEST_ID_KEY);
}

useTestIdKey();

/** The tests of a file are about ids of old times, which show their place up to a time. */
export function withIdsHiddenSince(sinceMs: number): void {
  before(() => useIdKey({ ...TEST_ID_KEY, sinceMs }));
  after(() => useIdKey(TEST_ID_KEY));
}

/** Runs something with another key, or with none, and then goes on with the one before. */
export async function withIdKey<T>(key: IdKey | undefined, run: () => T | Promise<T>): Promise<T> {
  const before = usedIdKey();
  useIdKey(key);
  try {
    return await run();
  } finally {
    useIdKey(before);
  }
}

/** What an id of a server says of its origin, by the key of the server's data directory. */
export function originInDirectory(dataDir: string, id: string): IdOrigin | undefined {
  const before = usedIdKey();
  useIdKeyOf(dataDir);
  try {
    return decodeIdSuffix(id.slice(id.indexOf("_") + 1));
  } finally {
    useIdKey(before);
  }
}
