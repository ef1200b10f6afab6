/**
 * Writes to the state at argv[2], then waits for a line on its standard input, writes values that need new
 * pages, and prints why that failed.
 */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { openStateStore } from "../../../wal/state_store.ts";

const VALUE_BYTES = 1_000_000;

const store = openStateStore(process.argv[2] as string);
await store.write({ puts: valuesOf("before"), removes: [] });
writeSync(1, "written\n");
await once(process.stdin, "data");
const cause = await store.write({ puts: valuesOf("refused"), removes: [] }).then(
  () => "nothing was refused",
  (error: Error) => (error.cause as Error).message,
);
writeSync(1, `${cause}\n`);
process.exit(0);

function valuesOf(name: string): [Buffer, Buffer][] {
  return ["a", "b", "c"].map((key) => [Buffer.from(name + key), Buffer.alloc(VALUE_BYTES, key)]);
}
