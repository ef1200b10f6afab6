/** Opens the keys of entities at a start. */
import { join } from "node:path";
import { ENTITY_KEYS, type ThreadEntityKeys } from "../keys/entity_keys.ts";
import { StartRefused } from "./start_refused.ts";

/** Opens the store of the directory, which shows whether it can be used. Throws `StartRefused`. */
export function openEntityKeys(keys: ThreadEntityKeys, { given }: { given: string }): void {
  try {
    keys.open();
  } catch (cause) {
    const told = join(given, ENTITY_KEYS);
    const message = `the keys of entities in ${told} cannot be opened: ${(cause as Error).message}`;
    throw new StartRefused(`${message}\nNothing was changed. Restore the folder from a backup.`);
  }
}
