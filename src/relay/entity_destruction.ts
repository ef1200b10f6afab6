/** Brings the erasure of an entity to whoever destroys the entity's key and files. */
import type { Carrier } from "../contract/declare/effect.ts";
import type { EntityKeyDestruction } from "../features/entity/entity_erasure.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/**
 * The carrier of the effect that follows an erasure. `destroy` is tried until it succeeds, because whoever
 * asked waits for it and the law may too; `pause` resolves after so many milliseconds.
 */
export function carrierOfDestructions(
  destroy: (entityId: string) => Promise<{ files: number }>,
  {
    pause,
    onFailure,
  }: { pause: (ms: number) => Promise<unknown>; onFailure: (cause: unknown) => void },
): Carrier {
  return async ({ payload }) => {
    const { entityId } = payload as EntityKeyDestruction;
    for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      try {
        return { entityId, ...(await destroy(entityId)) };
      } catch (cause) {
        onFailure(cause);
        await pause(pauseMs);
      }
    }
  };
}
