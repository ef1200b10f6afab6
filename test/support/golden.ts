/** A text that a test makes, compared with its golden file (scripts/golden.ts). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { differenceOf, GOLDEN_FOLDER, WHEN_MEANT } from "../../scripts/golden/golden_file.ts";

/**
 * Fails where the text is not that of the golden file at `path`, which is relative to the project. Where `npm run golden` runs
 * the test, `folder` takes the text instead, under the same path: the first that comes, and each further text must be
 * equal to it.
 */
export function assertGolden(
  path: string,
  text: string,
  folder: string | undefined = process.env[GOLDEN_FOLDER],
): void {
  if (folder !== undefined && !existsSync(join(folder, path))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return;
  }
  const difference = differenceOf(path, text, folder);
  assert.ok(difference === undefined, `${difference}\n${WHEN_MEANT}`);
}
