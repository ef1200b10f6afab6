/** Whether a read failed because the bytes on disk are not the bytes that were written. */
import { LogDamaged, StateDamaged } from "../../wal/errors.ts";

/** True for damage to a log or to a state. No answer is made of damaged data. */
export function isDamage(cause: unknown): cause is LogDamaged | StateDamaged {
  return cause instanceof LogDamaged || cause instanceof StateDamaged;
}
