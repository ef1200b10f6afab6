/**
 * Opens a log through links of its own, reads its first and last frame, and closes it, `rounds`
 * times, then reads the log whole. Prints each fault that it found, and the number of frames.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkDatabase } from "../../../wal/beside.ts";
import { openLogReader } from "../../../wal/log_reader.ts";
import { verifyLog } from "../../../wal/verify.ts";

const [original, rounds] = process.argv.slice(2);
const links = mkdtempSync(join(tmpdir(), "beside-"));
process.on("exit", () => rmSync(links, { recursive: true, force: true }));
linkDatabase(original as string, links);
for (let round = 0; round < Number(rounds); round++) {
  const reader = openLogReader(links);
  const sequence = reader.headSequence();
  for (const at of [1, sequence]) {
    if (reader.read(at) === undefined) console.log(`frame ${at} of ${sequence} is missing`);
  }
  await reader.close();
}
const { damage, frames } = await verifyLog(links);
console.log(JSON.stringify({ damage, frames }));
