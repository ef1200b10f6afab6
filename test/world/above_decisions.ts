/**
 * Declared codes that no decision and no read returns, because the mailbox or the edge answers them:
 * the reason, and the test of each. They have no row in a decision table.
 */
import type { ErrorCode } from "../../src/contract/refusals/error_catalog.ts";

type Above = { reason: string; path: string; title: string };

export const ABOVE_DECISIONS: Readonly<Partial<Record<ErrorCode, Above>>> = {
  ledger_unavailable: {
    reason: "the mailbox says it for a shard that has stopped, and the edge for one that is full",
    path: "test/rooms/shard/mailbox.test.ts",
    title: "mailbox: the append fails -> 503 to all that wait and come later, and it stays so",
  },
};

export function isAboveDecisions(code: ErrorCode): boolean {
  return Object.hasOwn(ABOVE_DECISIONS, code);
}
