/** Why a read failed: bytes on disk are not those that were written, or are not on a disk here. */
import { LogDamaged, SegmentUnmounted, StateDamaged } from "../../wal/errors.ts";

/** True for damage to a log or to a state. No answer is made of damaged data. */
export function isDamage(cause: unknown): cause is LogDamaged | StateDamaged {
  return cause instanceof LogDamaged || cause instanceof StateDamaged;
}

/** True where a record is in a segment of the log that is not mounted now. Nothing is damaged. */
export function isUnmounted(cause: unknown): cause is SegmentUnmounted {
  return cause instanceof SegmentUnmounted;
}
