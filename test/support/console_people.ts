/** For tests of the pages: people who have a session already, so that a test begins at its page. */
import assert from "node:assert/strict";
import type { Console, Person } from "./console.ts";
import type { Browser } from "./people.ts";

/** Gives a browser window the session that a person has begun over HTTP. */
export async function entered(pages: Console, { cookie }: Browser): Promise<Person> {
  const person = await pages.person();
  const at = cookie.indexOf("=");
  assert.ok(at > 0, "the person has a session");
  const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)];
  await person.page.setCookie({ name, value, url: pages.origin, httpOnly: true });
  return person;
}

/** Goes through the elements by the Tab key until the one with the name has the focus. */
export async function tabsTo({ page, focused }: Person, name: string): Promise<void> {
  for (let count = 0; count < 60; count++) {
    if ((await focused()) === name) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${name}`);
}
