/** Reading one collection. */
import assert from "node:assert/strict";
import { collectedLoan } from "../../../test/support/features/collection/collections.ts";
import { FIRST_DUE_MS } from "../../../test/support/features/object/loans.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { collectionRetrieve } from "./collection_noun.ts";

decisionTable(collectionRetrieve, {
  given: collectedLoan,
  input: ({ first }) => ({ collectionId: first.collectionId }),
  rows: [
    {
      title: "money that was collected",
      outcome: "the collection, with its one attempt",
      reply: {
        amount: "10333",
        currency: "EUR",
        status: "collected",
        dueAt: at(FIRST_DUE_MS),
        revision: 1,
        actor: { type: "clock", id: "clock" },
      },
      check({ reply }, { customerId, consentId, object, borrower }) {
        assert.deepEqual(
          [reply["customerId"], reply["consentId"], reply["objectId"], reply["sourceAccountId"]],
          [customerId, consentId, object.objectId, borrower.accountId],
        );
        assert.equal((reply["attempts"] as unknown[]).length, 1);
      },
    },
    {
      title: "money that could not be collected yet",
      input: ({ second }) => ({ collectionId: second.collectionId }),
      outcome: "the collection, with why",
      reply: { status: "failed", transferId: undefined, sourceAccountId: undefined, revision: 2 },
      check({ reply }) {
        const { code, retryable } = reply["failure"] as { code: string; retryable: boolean };
        assert.deepEqual([code, retryable], ["consent_not_active", true]);
      },
    },
    {
      title: "a collection that is not there",
      input: { collectionId: "coll_unknown" },
      code: "collection_not_found",
      details: { collectionId: "coll_unknown" },
    },
  ],
});
