/**
 * Fills a data directory that a server has made and no server uses with people and their credentials:
 *
 *   node --import tsx bench/book/make_people.ts --data DIR --users 100000 --keys 1000000 --sessions 200000
 *
 * The sessions last 12 hours. `credentials.ts` tells the texts of the keys and sessions.
 */
import { parseArgs } from "node:util";
import { runTask } from "./run_task.ts";

const count = { type: "string", default: "1000" } as const;
const { values } = parseArgs({
  options: { data: { type: "string" }, users: count, keys: count, sessions: count },
});
if (values.data === undefined) throw new Error("--data DIR names the data directory");
const counts = {
  users: Number(values.users),
  keys: Number(values.keys),
  sessions: Number(values.sessions),
};
const { seconds } = await runTask({ task: "people", dataDir: values.data, ...counts });
process.stdout.write(`filled in ${seconds.toFixed(1)} s: ${JSON.stringify(counts)}\n`);
process.exit(0);
