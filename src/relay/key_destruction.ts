/** Brings an erasure to whoever destroys the key, and deletes the files, of an entity or a beneficiary. */
import type { Carrier } from "../contract/declare/effect.ts";
import type { BeneficiaryKeyDestruction } from "../features/beneficiary/beneficiary_erasure.ts";
import type { EntityKeyDestruction } from "../features/entity/entity_erasure.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/**
 * `destroy` is tried until it succeeds, because whoever asked waits for it and the law may too; `pause` resolves after so
 * many milliseconds.
 */
export type Destroying = {
  destroy(owner: string): Promise<{ files: number }>;
  pause(ms: number): Promise<unknown>;
  onFailure(cause: unknown): void;
};

/** The carrier of the effect that follows the erasure of an entity. */
export function carrierOfEntities(destroying: Destroying): Carrier {
  return async ({ payload }) => {
    const { entityId } = payload as EntityKeyDestruction;
    return { entityId, ...(await destroyed(entityId, destroying)) };
  };
}

/** The carrier of the effect that follows the erasure of one beneficiary. */
export function carrierOfBeneficiaries(destroying: Destroying): Carrier {
  return async ({ payload }) => {
    const { beneficiaryId, keyName } = payload as BeneficiaryKeyDestruction;
    await destroyed(keyName, destroying);
    return { beneficiaryId };
  };
}

async function destroyed(
  owner: string,
  { destroy, pause, onFailure }: Destroying,
): Promise<{ files: number }> {
  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
    try {
      return await destroy(owner);
    } catch (cause) {
      onFailure(cause);
      await pause(pauseMs);
    }
  }
}
