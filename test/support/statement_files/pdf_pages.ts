/** For tests: the texts of the pages of a PDF, as `pdftotext` reads them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { lacks } from "../machine.ts";

const hasTool = spawnSync("pdftotext", ["-v"]).status === 0;
/** Why a test that reads pages is skipped; false where it is not. */
export const skipPages = !hasTool && lacks("pdftotext", "it reads the pages");

/** The texts of the pages, as they stand in lines. */
export function pagesIn(pdf: Uint8Array): string[] {
  const { status, stdout, stderr } = spawnSync("pdftotext", ["-layout", "-", "-"], {
    input: pdf,
    encoding: "utf8",
    maxBuffer: 2 ** 27,
  });
  assert.equal(status, 0);
  assert.equal(stderr, "");
  return stdout.split("\f").slice(0, -1);
}
