/** What axe-core finds wrong with a page for those who see, hear or move otherwise. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "puppeteer-core";

/** The minified script: each page that is looked at compiles it anew, and the whole one is twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations in the page as it is now, one text each. */
export async function faultsByAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  // Of what is no violation nothing is described, and nothing comes out of the page.
  const run =
    "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)";
  const violations = (await page.evaluate(run)) as AxeResults["violations"];
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
