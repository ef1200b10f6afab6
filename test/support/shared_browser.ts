/**
 * One browser for all test files of a process, started at the first use and closed after the last file. Each
 * visitor has a profile of their own, so no file sees what another left in it.
 */
import { after } from "node:test";
import type { Browser } from "puppeteer-core";
import { openBrowser } from "./browser.ts";

let running: Promise<Browser> | undefined;

after(async () => (await running)?.close());

/** The browser of this process. Whoever asks for it does not close it. */
export function sharedBrowser(): Promise<Browser> {
  running ??= openBrowser();
  return running;
}
