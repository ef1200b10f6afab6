/** For tests: keys of entities in memory. */
import { createHash } from "node:crypto";
import type { EntityKeys } from "../../src/access/entity_sealer.ts";

export type MemoryEntityKeys = EntityKeys & {
  /** The entity never gets a key again. */
  destroy(entityId: string): void;
};

/** Keys that follow from the entity's id, so a test gets the same texts' ids and digests each time. */
export function memoryEntityKeys(): MemoryEntityKeys {
  const keys = new Map<string, Uint8Array | undefined>();
  return {
    async made(entityId) {
      if (!keys.has(entityId)) keys.set(entityId, createHash("sha256").update(entityId).digest());
      return keys.get(entityId);
    },
    find: (entityId) => keys.get(entityId),
    destroy(entityId) {
      keys.set(entityId, undefined);
    },
  };
}
