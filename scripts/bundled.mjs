/**
 * `node scripts/bundled.mjs NAME …`: runs the program NAME of this folder, which starts others or threads, bundled
 * (scripts/test_build.mjs): the bundle is made in less than a second, and loads in each process and thread in a
 * tenth of the processor time that tsx takes.
 */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle, bundlesFolder } from "./test_build.mjs";

/** By the name of a program: what it starts. */
const STARTED = { simulate: ["scripts/simulate/worker.ts"] };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name] = process.argv.splice(2, 1);
const folder = bundlesFolder(root);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
await bundle(root, [`scripts/${name}.ts`, ...STARTED[name]], folder);
process.setSourceMapsEnabled(true);
// The program sees itself as the one that was started (scripts/program.ts).
process.argv[1] = join(folder, "scripts", `${name}.mjs`);
await import(pathToFileURL(process.argv[1]).href);
