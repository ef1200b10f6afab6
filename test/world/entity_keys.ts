/** For tests: keys of entities in memory. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { EntityKeys } from "../../src/access/entity_sealer.ts";
import type { Carrier, Carriers } from "../../src/contract/declare/effect.ts";
import {
  BENEFICIARY_KEY_DESTRUCTION,
  type BeneficiaryKeyDestruction,
} from "../../src/features/beneficiary/beneficiary_erasure.ts";
import {
  ENTITY_KEY_DESTRUCTION,
  type EntityKeyDestruction,
} from "../../src/features/entity/entity_erasure.ts";
import { COMPANY_TELLING } from "../../src/features/platform/company_telling.ts";
import { RETIRED_KEYS } from "../../src/features/platform/retired_keys.ts";
import { STATEMENT_EXPORT_MAKING } from "../../src/features/statement_export/statement_export_making.ts";

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

/**
 * The carriers of a ledger shard whose entities have no files, without a platform shard that is told of anything. Those who ask do not
 * look into retired realms, so the keys of these stay.
 */
export function carriersOver(keys: Pick<MemoryEntityKeys, "destroy">): Carriers {
  return new Map<string, Carrier>([
    [
      ENTITY_KEY_DESTRUCTION.kind,
      async ({ payload }) => {
        const { entityId } = payload as EntityKeyDestruction;
        keys.destroy(entityId);
        return { entityId, files: 0 };
      },
    ],
    [
      BENEFICIARY_KEY_DESTRUCTION.kind,
      async ({ payload }) => {
        const { beneficiaryId, keyName } = payload as BeneficiaryKeyDestruction;
        keys.destroy(keyName);
        return { beneficiaryId };
      },
    ],
    [RETIRED_KEYS.kind, async () => ({ keys: 0, files: 0 })],
    [STATEMENT_EXPORT_MAKING.kind, () => assert.fail("nobody asks for an export here")],
    [COMPANY_TELLING.kind, async () => ({})],
  ]);
}
