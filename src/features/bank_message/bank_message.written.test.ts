/** Decision table of bank_message.written, which the outbox reports. */
import assert from "node:assert/strict";
import {
  FILE_BANK,
  fileBank,
  payoutForFile,
} from "../../../test/support/features/bank_message/file_bank.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { bankMessageMake } from "./bank_message.make.ts";
import { bankMessageWritten } from "./bank_message.written.ts";
import { keyOfMessage } from "./bank_message_document.ts";

const environment = "live";
const SHA256 = "ab".repeat(32);

decisionTable(bankMessageWritten, {
  async given(world) {
    fileBank(world);
    const { providerRequestId } = await payoutForFile(world);
    const group = { ...FILE_BANK, kind: "payout", rail: "sepa", currency: "EUR" };
    const asked = { ...group, requestIds: [providerRequestId] };
    const { bankMessageId } = world.made(bankMessageMake, asked, PROVIDER);
    return { bankMessageId: bankMessageId ?? "" };
  },
  input: ({ bankMessageId }) => ({ bankMessageId, sha256: SHA256 }),
  asking: () => PROVIDER,
  rows: [
    {
      ...{ environment, title: "the first time" },
      outcome: "its digest is on record",
      check(_result, { world, bankMessageId }) {
        const key = keyOfMessage(bankMessageId);
        const message = world.state.bankMessages.get(world.realmOf(world.caller), key);
        assert.deepEqual([message?.writtenSha256, message?.revision], [SHA256, 2]);
      },
    },
    {
      ...{ environment, title: "again, the same" },
      given: ({ world, bankMessageId }) =>
        world.made(bankMessageWritten, { bankMessageId, sha256: SHA256 }, PROVIDER),
      outcome: "nothing more",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "again, with other content" },
      given: ({ world, bankMessageId }) =>
        world.made(bankMessageWritten, { bankMessageId, sha256: "cd".repeat(32) }, PROVIDER),
      code: "state_conflict",
      details: { expected: "cd".repeat(32), actual: SHA256 },
    },
    {
      ...{ environment, title: "a message of nobody" },
      input: { bankMessageId: "bmsg_01KB0123456789ABCDEFGHJKMN" },
      code: "resource_not_found",
    },
  ],
});
