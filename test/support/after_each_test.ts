/**
 * What a test leaves to be checked when it has ended. The hook stands in a module of its own, which the entry of
 * every process imports before its files (scripts/test_entries.mjs), so that it holds for all of them: a
 * hook of a module that several files share would be one of the first file's suite alone.
 */
import { afterEach } from "node:test";

const checks: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const check of checks.splice(0)) await check();
});

/** Runs the check after the test that now runs, which fails where the check throws. */
export function checkAfterTest(check: () => Promise<void>): void {
  checks.push(check);
}
