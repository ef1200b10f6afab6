/**
 * Things that a test needs and the machine may lack: a privilege, a program. The test is skipped
 * then, and its reason begins with "lacks NAME". In CI scripts/test.mjs checks for every name here
 * whether the machine really lacks it, so that a test which is skipped by mistake fails the run.
 */
import type { TestContext } from "node:test";

export type Lacking =
  | "chromium"
  | "containers"
  | "descriptors"
  | "gcc"
  | "haproxy"
  | "mount"
  | "nginx"
  | "pdftotext"
  | "pyiso"
  | "python3"
  | "systemd"
  | "user"
  | "xmllint";

/** The reason of a skipped test. */
export function lacks(what: Lacking, why: string): string {
  return `lacks ${what}: ${why.trim()}`;
}

/** Skips the test that is running. */
export function skipLacking(t: TestContext, what: Lacking, why: string): void {
  t.skip(lacks(what, why));
}
