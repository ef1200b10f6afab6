/** Brings an erasure to whoever destroys the key, and deletes the files, of an entity or a beneficiary; or all keys of a retired realm. */
import type { Carrier, RetiredRealm } from "../contract/declare/effect.ts";
import type { BeneficiaryKeyDestruction } from "../features/beneficiary/beneficiary_erasure.ts";
import type { EntityKeyDestruction } from "../features/entity/entity_erasure.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/** What destroys is tried until it succeeds, because whoever asked waits for it and the law may too. */
export type Destroying = {
  destroy(owner: string): Promise<{ files: number }>;
  /** Destroys the keys of all that stands in the retired realm with the number, and deletes its files. */
  destroyOfRetired(realm: number): Promise<{ keys: number; files: number }>;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<unknown>;
  onFailure(cause: unknown): void;
};

/** The carrier of the effect that follows the erasure of an entity. */
export function carrierOfEntities(destroying: Destroying): Carrier {
  return async ({ payload }) => {
    const { entityId } = payload as EntityKeyDestruction;
    return { entityId, ...(await untilDone(() => destroying.destroy(entityId), destroying)) };
  };
}

/** The carrier of the effect that follows the erasure of one beneficiary. */
export function carrierOfBeneficiaries(destroying: Destroying): Carrier {
  return async ({ payload }) => {
    const { beneficiaryId, keyName } = payload as BeneficiaryKeyDestruction;
    await untilDone(() => destroying.destroy(keyName), destroying);
    return { beneficiaryId };
  };
}

/** The carrier of the effect that follows the reset of a sandbox. */
export function carrierOfRetired(destroying: Destroying): Carrier {
  return async ({ payload }) => {
    const { realm } = payload as RetiredRealm;
    return await untilDone(() => destroying.destroyOfRetired(realm), destroying);
  };
}

async function untilDone<T>(
  destroy: () => Promise<T>,
  { pause, onFailure }: Pick<Destroying, "pause" | "onFailure">,
): Promise<T> {
  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
    try {
      return await destroy();
    } catch (cause) {
      onFailure(cause);
      await pause(pauseMs);
    }
  }
}
