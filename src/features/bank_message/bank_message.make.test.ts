/** Decision table of bank_message.make, which the outbox asks for. */
import assert from "node:assert/strict";
import {
  callBack,
  debitForFile,
  FILE_BANK,
  fileBank,
  inMessage,
  payoutForFile,
} from "../../../test/support/features/bank_message/file_bank.ts";
import {
  PROVIDER,
  requestIn,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { payoutCancel } from "../payout/payout.cancel.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { bankMessageMake } from "./bank_message.make.ts";
import { keyOfMessage, ORDERS_MAX } from "./bank_message_document.ts";

const environment = "live" as const;
const GROUP = { ...FILE_BANK, kind: "payout", rail: "sepa", currency: "EUR" };

/** Tells that the bank has refused the order. */
function failed(world: World, providerRequestId: string): void {
  const progress = { status: "failed", occurredAtMs: 1_000 };
  world.made(providerRequestNews, { providerRequestId, newsId: "n-1", progress }, PROVIDER);
}

function messageOf(world: World, body: unknown) {
  const { bankMessageId = "" } = JSON.parse(String(body)) as { bankMessageId?: string };
  return world.state.bankMessages.get(world.realmOf(world.caller), keyOfMessage(bankMessageId));
}

type Made = { world: World; payoutId: string; providerRequestId: string; other?: string };
const inputOf = ({ providerRequestId }: Pick<Made, "providerRequestId">) => ({
  ...{ ...GROUP, requestIds: [providerRequestId] },
});
const fileOf = ({ world, providerRequestId }: Made) => requestIn(world, providerRequestId).file;
const OTHERS = {
  provider: { provider: "other-bank" },
  rail: { rail: "wire" },
  currency: { currency: "GBP" },
  kind: { kind: "collection" },
};

decisionTable(bankMessageMake, {
  async given(world): Promise<Omit<Made, "world">> {
    fileBank(world);
    return await payoutForFile(world);
  },
  input: ({ providerRequestId }) => inputOf({ providerRequestId }),
  asking: () => PROVIDER,
  rows: [
    {
      ...{ environment, title: "a payout that waits" },
      outcome:
        "a message with the account of the bank and the day of the rail; the payout stands in it",
      reply: { orders: 1 },
      check({ body }, { world, providerRequestId }) {
        const message = messageOf(world, body);
        assert.deepEqual(message?.requestIds, [providerRequestId]);
        assert.equal(message?.totalMinor, "1250");
        assert.equal(message?.account.iban, "DE02120300000000202051");
        assert.match(message?.day ?? "", /^\d{4}-\d{2}-\d{2}$/);
        assert.equal(requestIn(world, providerRequestId).file, message?.bankMessageId);
      },
    },
    {
      ...{ environment, title: "the same payout twice in one request" },
      input: (_made, base) => ({
        requestIds: [base["requestIds"], base["requestIds"]].flat(),
      }),
      outcome: "once in the message",
      reply: { orders: 1 },
    },
    {
      ...{ environment, title: "two payouts, of which one stands in a message" },
      async given(made) {
        made.world.made(bankMessageMake, inputOf(made), PROVIDER);
        made.other = (await payoutForFile(made.world, undefined, "300")).providerRequestId;
      },
      input: ({ providerRequestId, other = "" }) => ({ requestIds: [providerRequestId, other] }),
      outcome: "the other alone",
      check({ body }, { world, other }) {
        assert.deepEqual(messageOf(world, body)?.requestIds, [other]);
        assert.equal(messageOf(world, body)?.totalMinor, "300");
      },
    },
    {
      ...{ environment, title: "a payout that somebody is about to call back" },
      given: ({ world, payoutId }) => world.run(payoutCancel, { payoutId }),
      outcome: "no message, and it waits on",
      reply: { orders: 0 },
      check: (_result, made) => assert.equal(fileOf(made), "waiting"),
    },
    {
      ...{ environment, title: "a payout that the bank has refused" },
      given: ({ world, providerRequestId }) => failed(world, providerRequestId),
      outcome: "no message, and it waits no longer",
      reply: { orders: 0 },
      check: (_result, made) => assert.equal(fileOf(made), "none"),
    },
    {
      ...{ environment, title: "a payout that no file can have" },
      input: ({ providerRequestId }) => ({ requestIds: [], unwritable: [providerRequestId] }),
      outcome: "no message, and it waits on",
      reply: { orders: 0 },
      check: (_result, made) => assert.equal(fileOf(made), "waiting"),
    },
    {
      ...{ environment, title: "a payout that no file can have, and that is over" },
      given: ({ world, providerRequestId }) => failed(world, providerRequestId),
      input: ({ providerRequestId }) => ({ requestIds: [], unwritable: [providerRequestId] }),
      outcome: "it waits no longer",
      reply: { orders: 0 },
      check: (_result, made) => assert.equal(fileOf(made), "none"),
    },
    ...(["provider", "rail", "currency", "kind"] as const).map((member) => ({
      ...{ environment, title: `a group with another ${member}` },
      input: OTHERS[member],
      outcome: "nothing of it",
      reply: { orders: 0 },
    })),
    {
      ...{ environment, title: "a collection that waits" },
      async given(made) {
        made.other = (await debitForFile(made.world)).providerRequestId;
      },
      input: ({ other = "" }) => ({ kind: "collection", sequence: "first", requestIds: [other] }),
      outcome: "a message of direct debits",
      check({ body }, { world, other }) {
        const { kind, sequence, requestIds } = messageOf(world, body) ?? {};
        assert.deepEqual([kind, sequence, requestIds], ["collection", "first", [other]]);
      },
    },
    {
      ...{ environment, title: "a collection in a group of recurrent ones" },
      async given(made) {
        made.other = (await debitForFile(made.world)).providerRequestId;
      },
      input: ({ other = "" }) => ({
        kind: "collection",
        sequence: "recurrent",
        requestIds: [other],
      }),
      outcome: "nothing of it",
      reply: { orders: 0 },
    },
    {
      ...{ environment, title: "a payout in a message that is called back" },
      given(made) {
        inMessage(made.world, made.providerRequestId);
        made.other = callBack(made.world, made.payoutId).providerRequestId;
      },
      input: ({ other = "" }) => ({ action: "cancel", requestIds: [other] }),
      outcome: "a message that calls it back, of today, from the account that it was ordered from",
      check({ body }, { world, other, providerRequestId }) {
        const message = messageOf(world, body);
        const { action, requestIds, totalMinor, day } = message ?? {};
        const today = new Date(world.nowMs).toISOString().slice(0, 10);
        assert.deepEqual([action, requestIds, totalMinor, day], ["cancel", [other], "1250", today]);
        assert.equal(message?.account.iban, "DE02120300000000202051");
        assert.equal(requestIn(world, other ?? "").file, message?.bankMessageId);
        assert.notEqual(requestIn(world, providerRequestId).file, message?.bankMessageId);
      },
    },
    {
      ...{ environment, title: "a request to call back, among orders" },
      given(made) {
        inMessage(made.world, made.providerRequestId);
        made.other = callBack(made.world, made.payoutId).providerRequestId;
      },
      input: ({ other = "" }) => ({ requestIds: [other] }),
      outcome: "nothing of it",
      reply: { orders: 0 },
    },
    {
      ...{ environment, title: "a request to call back a payout that the bank has refused" },
      given(made) {
        inMessage(made.world, made.providerRequestId);
        made.other = callBack(made.world, made.payoutId).providerRequestId;
        failed(made.world, made.providerRequestId);
      },
      input: ({ other = "" }) => ({ action: "cancel", requestIds: [other] }),
      outcome: "no message, and it waits no longer",
      reply: { orders: 0 },
      check: (_result, { world, other = "" }) => assert.equal(requestIn(world, other).file, "none"),
    },
    {
      ...{ environment, title: "a bank without an account in the currency" },
      async given(made) {
        fileBank(made.world, false, "other-bank");
        made.other = (await payoutForFile(made.world)).providerRequestId;
      },
      input: ({ other = "" }) => ({ provider: "other-bank", requestIds: [other] }),
      code: "state_constraint_failed",
      details: { constraint: "account" },
    },
    {
      ...{ environment, title: "more orders than a message has" },
      input: { requestIds: Array.from({ length: ORDERS_MAX + 1 }, () => "preq_x") },
      code: "invalid_request",
    },
  ],
});
