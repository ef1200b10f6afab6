/**
 * The reference: the contract for people, drawn by Scalar's API reference from `/openapi.json` into the page `/docs`,
 * when its address names a part of the reference. Everything comes from this host: the page's
 * Content-Security-Policy allows no other host.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { invariant } from "../base/invariant.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { REFERENCE_SCRIPT } from "./reference_script.ts";

/**
 * The library puts its style sheet into the page with a script, so this page, and no other, allows a
 * style that is inside of it. A script that is inside of it is refused as everywhere.
 */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const LIBRARY_PATH = "/docs/library.js";
const SCRIPT_PATH = "/docs/reference.js";

const JAVASCRIPT = "text/javascript; charset=utf-8";

/** In the order in which they are loaded. */
export const REFERENCE_SCRIPTS = [LIBRARY_PATH, SCRIPT_PATH] as const;

/** The library, and the script that has it draw the contract. */
export function referenceScripts(): [string, FixedDocument][] {
  return [
    [SCRIPT_PATH, fixedDocument(JAVASCRIPT, () => REFERENCE_SCRIPT)],
    [LIBRARY_PATH, fixedDocument(JAVASCRIPT, libraryText)],
  ];
}

/** What stands before the library's text, a literal of JavaScript, in the module that carries it. */
const LITERAL_START = 'var standalone_default = "';
const LITERAL_END = '";\n';

/**
 * The library for browsers. The package that has it without 300 others beside it carries it as a text
 * inside of a module for another server, which is read here and never run (decision 0051).
 */
export async function libraryText(): Promise<string> {
  const path = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  const carrier = await readFile(path, "utf8");
  const start = carrier.indexOf(LITERAL_START);
  const end = carrier.indexOf(LITERAL_END, start);
  invariant(start >= 0 && end > start, "the package carries the library for browsers");
  const literal = carrier.slice(start + LITERAL_START.length - 1, end + 1);
  invariant(/^"(?:[^"\\\n]|\\.)*"$/.test(literal), "the library is one literal text");
  const text: unknown = runInNewContext(literal);
  invariant(typeof text === "string", "the literal is a text");
  return text;
}
