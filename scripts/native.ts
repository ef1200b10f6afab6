/** `npm run native`: are the installed native builds those of the official tags? See --help. */
import { parseArgs } from "node:util";
import {
  BUILDS,
  fileNameFor,
  type NativePackage,
  nativeFolder,
  packageFor,
  thisMachine,
} from "../src/http/native_build.mjs";
import { nativeFilesIn, officialHashes, type Verdict, verdictOf } from "./native/compare.ts";

const USAGE = `Usage: npm run native -- [--api URL]

Compares every native build of the installed packages of uWebSockets.js with the file of that name in
the tag of the same release of the official repository (v20.57.0, v20.49.0), by the hashes that git
gives them. Prints the SHA-256 of each
(src/decisions/0108-the-newest-build-for-each-system.md).

  --api URL  address of GitHub's interface (default https://api.github.com)
  --help     this text

Exit code: 0 all are equal, 1 one is not, or its tag has no such file, 2 something could not be compared,
or a wrong flag.
`;

const FOUND = 1;
const NOT_COMPARED = 2;

async function main(): Promise<number> {
  const text = { type: "string" as const, default: "https://api.github.com" };
  const { values } = parseArgs({ options: { api: text, help: { type: "boolean" } } });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const verdicts: (Verdict | undefined)[] = [];
  for (const build of BUILDS) verdicts.push(...(await compare(build, values.api)));
  if (verdicts.includes(undefined)) return NOT_COMPARED;
  const isSame = verdicts.every((verdict) => verdict === "equal");
  process.stdout.write(isSame ? "all are equal\n" : "NOT ALL ARE EQUAL\n");
  return isSame ? 0 : FOUND;
}

/**
 * Prints a line for each native build of a package, and marks the one that this machine loads. Returns the
 * verdict on each; `undefined` where GitHub did not tell the hashes of the tag.
 */
async function compare(build: NativePackage, api: string): Promise<(Verdict | undefined)[]> {
  const tag = `v${build.release}.0`;
  const official = await officialHashes(api, tag).catch((cause: Error) => {
    const { message, cause: deeper } = cause;
    const why = deeper instanceof Error ? `${message}: ${deeper.message}` : message;
    process.stderr.write(`NOT COMPARED with the official tag ${tag}: ${why}\n`);
    return undefined;
  });
  const isMine = packageFor(thisMachine()).name === build.name;
  return nativeFilesIn(nativeFolder(build, import.meta.url)).map((file) => {
    const verdict = official === undefined ? undefined : verdictOf(file, official);
    const found = verdict === "unknown" ? `not in ${tag}` : `${verdict} to ${tag}`;
    const said = verdict === undefined ? "not compared" : found;
    const loaded = isMine && file.name === fileNameFor(thisMachine()) ? ", loaded here" : "";
    process.stdout.write(`${build.name} ${file.name} sha256 ${file.sha256}: ${said}${loaded}\n`);
    return verdict;
  });
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
