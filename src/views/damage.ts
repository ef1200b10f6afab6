/** Whether a read failed because what is on disk is not what was written. */
import { LogDamaged, StateDamaged } from "../../wal/errors.ts";

/** True for damage to a log or to a state: no answer can be made of it, and none is. */
export function isDamage(cause: unknown): cause is LogDamaged | StateDamaged {
  return cause instanceof LogDamaged || cause instanceof StateDamaged;
}
