/** Decision table of beneficiary.retrieve. */
import assert from "node:assert/strict";
import {
  onBook,
  UNKNOWN_BENEFICIARIES,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";

const RESERVED = {
  beneficiaryId: RESERVED_ID,
  reserved: true,
  ownerType: "tenant",
  rail: "book",
  destination: {},
  status: "active",
  revision: 1,
};

decisionTable(beneficiaryRetrieve, {
  given: (world) => ({ beneficiary: onBook(world) }),
  input: ({ beneficiary: { beneficiaryId } }) => ({ beneficiaryId }),
  rows: [
    {
      title: "by its id",
      outcome: "as it was made",
      check: ({ reply }, { beneficiary }) => assert.deepEqual(reply, beneficiary),
    },
    {
      title: "the reserved one",
      input: { beneficiaryId: RESERVED_ID },
      outcome: "the platform's, as old as the Product",
      reply: RESERVED,
      check: ({ reply }) => assert.equal(reply.actor.type, "platform"),
    },
    {
      title: "the reserved one in live",
      environment: "live",
      input: { beneficiaryId: RESERVED_ID },
      outcome: "the same",
      reply: { ...RESERVED, environment: "live" },
    },
    {
      title: "the reserved one of a Product that has made nothing",
      input: { beneficiaryId: RESERVED_ID },
      asking: { caller: STRANGER },
      outcome: "its own",
      reply: { ...RESERVED, productId: STRANGER.principal.productId },
    },
    ...UNKNOWN_BENEFICIARIES,
    OTHER_PRODUCT,
    ...["b", "be", "revenu", "revenue2"].map((beneficiaryId) => ({
      title: `the chosen id of nothing "${beneficiaryId}"`,
      given: ({ world }: { world: Parameters<typeof onBook>[0] }) =>
        onBook(world, { beneficiaryId: "ben" }),
      input: { beneficiaryId },
      code: "resource_not_found" as const,
      details: { resourceType: "beneficiary", beneficiaryId },
    })),
  ],
});
