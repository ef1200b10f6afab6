/** For tests: the messages between an edge and a shard, from and to values. */
import {
  envelopeText,
  readReplies,
  slotText,
  whoText,
} from "../../../src/contract/messages/envelope_text.ts";
import type { Actor } from "../../../src/contract/values/formats.ts";

export type TestWrite = {
  slot: number;
  operation: string;
  realmKey: string;
  principalId: string;
  actor?: Actor;
  requestId: string;
  key: string;
  input: Record<string, unknown>;
  prepared?: unknown;
};
export type TestReply = { status: number; flags: number; suffix: string; body: string };

/** The message of an edge that sends every input as JSON. */
export function messageOf(writes: readonly TestWrite[]): string {
  const texts = writes.map(({ slot, realmKey, principalId, actor, input, prepared, ...write }) => {
    const envelope = envelopeText({
      ...write,
      who: whoText(realmKey, principalId, actor, actor?.type === "agent" ? "mcp" : "api"),
      input: JSON.stringify(input),
      isPlain: false,
      prepared: prepared === undefined ? "" : JSON.stringify(prepared),
    });
    return slotText(slot) + envelope;
  });
  return texts.join("");
}

/** The replies of a message by slot. Throws when a slot is answered twice. */
export function repliesIn(message: string): Map<number, TestReply> {
  const replies = new Map<number, TestReply>();
  readReplies(message, (slot, status, flags, suffix, body) => {
    if (replies.has(slot)) throw new Error(`slot ${slot} is answered twice`);
    replies.set(slot, { status, flags, suffix, body });
  });
  return replies;
}
