/** `npm run native`: are the installed native builds those of the official tag? See --help. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import {
  fileNameFor,
  type NativePackage,
  packageFor,
  thisMachine,
} from "../src/http/native_build.mjs";
import { nativeFilesIn, officialHashes, type Verdict, verdictOf } from "./native/compare.ts";

const USAGE = `Usage: npm run native -- [--api URL]

Compares every native build of the installed package of uWebSockets.js 20.57 with the file of that
name in the tag v20.57.0 of the official repository, by the hashes that git gives them. Prints the
SHA-256 of each. Those of 20.30 are printed and not compared: their publisher compiled them anew
(src/decisions/0048-two-builds-of-uwebsockets.md).

  --api URL  address of GitHub's interface (default https://api.github.com)
  --help     this text

Exit code: 0 all are equal, 1 one is not, or the tag has no such file, 2 nothing could be compared, or
a wrong flag.
`;

const FOUND = 1;
const NOT_COMPARED = 2;
const TAG = "v20.57.0";

const require = createRequire(import.meta.url);

async function main(): Promise<number> {
  const text = { type: "string" as const, default: "https://api.github.com" };
  const { values } = parseArgs({ options: { api: text, help: { type: "boolean" } } });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const older = packageFor({ node: "20.15.0", glibc: "2.36" });
  const newer = packageFor({ node: "24.0.0", glibc: "2.38" });
  say(older, () => "compiled by its publisher, not compared");
  let official: Map<string, string>;
  try {
    official = await officialHashes(values.api, TAG);
  } catch (cause) {
    say(newer, () => "not compared");
    const { message, cause: deeper } = cause as Error;
    const why = deeper instanceof Error ? `${message}: ${deeper.message}` : message;
    process.stderr.write(`NOT COMPARED with the official tag ${TAG}: ${why}\n`);
    return NOT_COMPARED;
  }
  const verdicts: Verdict[] = [];
  say(newer, (file) => {
    const verdict = verdictOf(file, official);
    verdicts.push(verdict);
    return verdict === "unknown" ? `not in ${TAG}` : `${verdict} to ${TAG}`;
  });
  const isSame = verdicts.every((verdict) => verdict === "equal");
  process.stdout.write(isSame ? "all are equal\n" : "NOT ALL ARE EQUAL\n");
  return isSame ? 0 : FOUND;
}

/** Prints a line for each native build of a package, and marks the one that this machine loads. */
function say(
  { name, folder }: NativePackage,
  verdict: (file: ReturnType<typeof nativeFilesIn>[number]) => string,
): void {
  const isMine = packageFor(thisMachine()).name === name;
  for (const file of nativeFilesIn(join(dirname(require.resolve(name)), folder))) {
    const isLoaded = isMine && file.name === fileNameFor(thisMachine());
    const loaded = isLoaded ? ", loaded here" : "";
    process.stdout.write(`${name} ${file.name} sha256 ${file.sha256}: ${verdict(file)}${loaded}\n`);
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (cause: Error) => {
    process.stderr.write(`${cause.message}\n`);
    process.exitCode = NOT_COMPARED;
  },
);
