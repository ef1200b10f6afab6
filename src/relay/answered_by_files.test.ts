/** What a bank that speaks files is taken to answer, by what it is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import { answeredByFiles } from "./answered_by_files.ts";

const SENDING = "preq_01KB0123456789ABCDEFGHJKM1";
const MESSAGE = "bmsg_01KB0123456789ABCDEFGHJKMN";
const EFFECT = "preq_01KB0123456789ABCDEFGHJKM2";
const CANCEL = { action: "cancel", effectId: SENDING };

type Said = { result: string; status?: string; providerCode?: string; channel?: string };
const ROWS: readonly [string, RequestKind, object, string | undefined, Said][] = [
  [
    ...(["to send a payout", "payout", { action: "send" }, undefined] as const),
    { result: "accepted", status: "processing", channel: "file" },
  ],
  [
    ...(["to give up a payout that stands in no message", "payout", CANCEL, undefined] as const),
    { result: "accepted", status: "cancelled" },
  ],
  [
    ...(["to give up a payout that stands in one", "payout", CANCEL, MESSAGE] as const),
    { result: "accepted", status: "processing", channel: "file" },
  ],
  [
    ...(["to collect over SEPA", "collection", { rail: "sepa" }, undefined] as const),
    { result: "accepted", status: "processing", channel: "file" },
  ],
  [
    ...(["to collect over ACH", "collection", { rail: "ach" }, undefined] as const),
    { result: "refused", providerCode: "rail_not_in_files" },
  ],
  [
    ...(["to open an address", "address", { action: "open" }, undefined] as const),
    { result: "accepted", status: "processing", channel: "operator" },
  ],
  [
    ...(["to send a credit back", "credit_return", { action: "return" }, undefined] as const),
    { result: "accepted", status: "processing", channel: "operator" },
  ],
  [
    ...(["to verify somebody", "verification", {}, undefined] as const),
    { result: "refused", providerCode: "not_of_a_bank" },
  ],
  [
    ...(["to check a payee", "payee_check", { action: "check" }, undefined] as const),
    { result: "accepted", status: "unavailable" },
  ],
];

for (const [what, kind, request, message, expected] of ROWS) {
  const { result, status, providerCode } = expected;
  test(`bank by files: asked ${what} -> ${result}, ${status ?? providerCode}`, () => {
    const asked = { effectId: EFFECT, kind, request, withheld: undefined };
    const { answer, channel } = answeredByFiles({
      ...{ ...asked, request: request as Record<string, unknown> },
      messageOf: (sendingId) => (sendingId === SENDING ? message : undefined),
    });
    const said: Record<string, unknown> = { ...answer, channel };
    for (const [member, value] of Object.entries(expected)) assert.equal(said[member], value);
    if (expected.channel === undefined) assert.equal(channel, undefined);
  });
}

for (const [kind, request] of [
  ["payout", { action: "send" }],
  ["collection", { rail: "sepa" }],
] as const) {
  test(`bank by files: asked for a ${kind} that is withheld -> refused by that code, and no file has it`, () => {
    const { answer, channel } = answeredByFiles({
      ...{ effectId: EFFECT, kind, request, withheld: "account_erased" },
      messageOf: () => undefined,
    });
    assert.deepEqual(
      [answer.result, "providerCode" in answer && answer.providerCode, channel],
      ["refused", "account_erased", undefined],
    );
  });
}
