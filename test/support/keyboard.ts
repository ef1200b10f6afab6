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

/** Resolves when what has this label or text has the focus: it comes there after the page is drawn. */
export async function hasFocus({ page }: Person, name: string): Promise<void> {
  const one = "document.activeElement";
  const names = [`${one}?.labels?.[0]?.textContent`, `${one}?.ariaLabel`, `${one}?.textContent`];
  await page.waitForFunction(`(${names.join(" ?? ")}) === ${JSON.stringify(name)}`);
}
