/**
 * `npm run trial`: makes the noun of src/features/ADDING_A_NOUN.md in a copy of the tree, as the page says: its files, its lines,
 * its commands. Ends with the code of the first command that fails. The copy is removed at the end.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyAsCloned } from "../test/support/markdown.ts";
import { commandsOf, PAGE, stepsOf, take } from "./trial/page.ts";

const copy = mkdtempSync(join(tmpdir(), "trial-"));
try {
  copyAsCloned(copy);
  const steps = stepsOf();
  for (const step of steps) take(step, copy);
  process.stdout.write(`${PAGE}: ${steps.length} steps are taken\n`);
  for (const command of commandsOf()) {
    process.stdout.write(`$ ${command}\n`);
    const { status, stdout } = spawnSync("bash", ["-c", command], {
      cwd: copy,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (status === 0) continue;
    process.stdout.write(stdout);
    process.stdout.write(`failed: ${command}\n`);
    process.exitCode = status ?? 1;
    break;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
