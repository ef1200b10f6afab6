/**
 * What a test leaves to be checked when it has ended, and what the files of a process leave to be ended. The
 * hook stands in a module of its own, which the entry of every process imports before its files
 * (scripts/test_entries.mjs), so that it holds for all of them: a hook of a module that several files share
 * would be one of the first file's suite alone.
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

const ends: (() => void)[] = [];

/** Runs `end` after the last file of the process, when what its files share has been closed. */
export function endAfterFiles(end: () => void): void {
  ends.push(end);
}

/** For the entry of a process, after its files: ends what a test that failed has left, which would keep the process. */
export function endWhatIsLeft(): void {
  for (const end of ends) end();
}
