/**
 * Which golden files there are, in the order in which each is made of those before it, and how they are written. The
 * test that compares a golden file makes its text: it is run with `GOLDEN_FOLDER` in its environment, and
 * `assertGolden` leaves the text there. So a file is written exactly as its test reads it, and only where every
 * test of the same test file passes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import {
  GOLDEN_CONTRACT,
  GOLDEN_FOLDER,
  GOLDEN_SCHEMA,
  GOLDEN_TYPES,
  goldenTextOf,
} from "./golden_file.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLE_ANSWERS = "src/features/example_answers.golden.json";

/** By path from the project's folder: the text of a golden file. */
export type Texts = Readonly<Record<string, string>>;

export type Step = {
  /** What the step says of itself while it runs. */
  of: string;
  files: readonly string[];
  /** The texts of the files. Throws where one of their tests fails. */
  texts(): Promise<Texts>;
};

export const STEPS: readonly Step[] = [
  stepOfTests({
    "src/contract/declare/words.golden.ts": "src/features/words.test.ts",
    "src/console/browser/words.golden.ts": "src/features/words.test.ts",
  }),
  stepOfTests({ [EXAMPLE_ANSWERS]: "test/examples/examples.test.ts" }),
  {
    of: "the contract",
    files: [GOLDEN_CONTRACT, GOLDEN_SCHEMA, GOLDEN_TYPES],
    // Loaded here, because the declarations read the words that an earlier step writes.
    async texts() {
      const { contractFiles } = await import("../contract_files.ts");
      return contractFiles(JSON.parse(goldenTextOf(EXAMPLE_ANSWERS)));
    },
  },
  stepOfTests({
    "src/features/principals.golden.tsv": "src/features/principals.test.ts",
    "src/programs/wrong_programs.golden.json": "src/programs/wrong_programs.test.ts",
    "test/api/messages/messages.golden.md": "test/api/messages.test.ts",
  }),
];

/** What earlier versions of the program wrote, and every later one must read. Nothing makes these files again. */
export const KEPT: readonly string[] = [
  "test/rooms/shard/version_1.golden.json",
  "test/recovery/old_directory.golden.json",
];

/** A step whose files are made by tests. `tests`: by the path of a golden file, the test file. */
function stepOfTests(tests: Readonly<Record<string, string>>): Step {
  const testFiles = [...new Set(Object.values(tests))];
  return {
    of: testFiles.join(", "),
    files: Object.keys(tests),
    texts: () => textsOfRun(["scripts/test.mjs", ...testFiles]),
  };
}

/** The texts that the tests leave which `node` runs with these arguments. Throws their output where one fails. */
export async function textsOfRun(args: readonly string[]): Promise<Texts> {
  const folder = mkdtempSync(join(tmpdir(), "golden-"));
  try {
    const env = { ...process.env, [GOLDEN_FOLDER]: folder };
    const child = spawn(process.execPath, args, { cwd: ROOT, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(output);
    return textsIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textsIn(folder: string): Texts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]),
  );
}

/** Makes the files of a step and writes those that change. Returns their paths. Writes nothing where the step throws. */
export async function writeStep({ of, files, texts }: Step, root = ROOT): Promise<string[]> {
  const made = await texts();
  if (Object.keys(made).sort().join() !== files.toSorted().join()) {
    throw new Error(
      `${of} made ${Object.keys(made).join(", ") || "nothing"}, not ${files.join(", ")}`,
    );
  }
  const changed = Object.entries(made).filter(([path, text]) => goldenTextOf(path, root) !== text);
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  return changed.map(([path]) => path);
}
