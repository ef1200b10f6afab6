/** For tests: programs of Python that have the packages of `node_modules/.cache/iso20022`, where `.ci/run` puts them. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const PACKAGES = join(import.meta.dirname, "../../../node_modules/.cache/iso20022");

/** What the program prints; throws what it says of itself where it fails. */
export function runPython(
  program: string,
  { text = "", args = [] }: { text?: string; args?: readonly string[] },
): string {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", program, ...args], {
    input: text,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
