/**
 * Which kinds of credential each operation takes, against a table that people read and review.
 * WRITE_GOLDEN=1 writes the table again.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { operations } from "./registry.ts";

const GOLDEN = new URL("principals.golden.tsv", import.meta.url);

test("principals: every declaration -> takes the kinds that the table has for it, and no other", () => {
  const rows = operations
    .map(({ id, principals, browserKeyOnly }) => {
      const kinds = principals.join(",");
      return `${id}\t${browserKeyOnly === true ? `${kinds} (made in a browser)` : kinds}\n`;
    })
    .sort();
  const text = `operation\tprincipals\n${rows.join("")}`;
  if (process.env["WRITE_GOLDEN"] !== undefined) writeFileSync(GOLDEN, text);
  assert.equal(readFileSync(GOLDEN, "utf8"), text);
});
