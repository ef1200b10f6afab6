/** For tests of the pages: a person who has no mouse. */
import assert from "node:assert/strict";
import type { Person } from "./console.ts";

/** More elements than a page has that take the focus. */
const ELEMENTS_MAX = 60;

/** Goes through the elements by the Tab key until the one with the name has the focus. */
export async function tabsTo({ page, focused }: Person, name: string): Promise<void> {
  for (let count = 0; count < ELEMENTS_MAX; count++) {
    if ((await focused()) === name) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${name}`);
}
