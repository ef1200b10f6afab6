/** The formats that the platform offers are those that the room of files writes, each under its name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXPORT_FORMATS } from "../features/statement_export/export_formats.ts";
import { STATEMENT_FORMATS } from "../statement_files/statement_file.ts";

test("export formats: what callers may ask for -> what the files are written as", () => {
  assert.deepEqual(EXPORT_FORMATS, STATEMENT_FORMATS);
});
