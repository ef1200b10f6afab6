/**
 * Writes batches to the state at argv[2] until it is killed; batch n sets every key to n. Prints
 * `written n` when batch n is visible and `synced n` when it is on disk.
 */
import { writeSync } from "node:fs";
import { openStateStore } from "../../../wal/state_store.ts";
import { numberOf, putsOf } from "./state_sample.ts";

const store = openStateStore(process.argv[2] as string);
const stood = numberOf(store) ?? 0;
for (let number = stood + 1; ; number++) {
  await store.write({ puts: putsOf(number), removes: [] });
  writeSync(1, `written ${number}\n`);
  if (number % 5 === 0) {
    await store.sync();
    writeSync(1, `synced ${number}\n`);
  }
}
