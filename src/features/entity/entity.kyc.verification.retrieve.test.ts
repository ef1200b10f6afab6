/** Decision table of entity.kyc.verification.retrieve. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer, DAY_MS } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { entityKycVerificationRetrieve } from "./entity.kyc.verification.retrieve.ts";
import { decide, processing } from "./testing_verifications.ts";

decisionTable(entityKycVerificationRetrieve, {
  given: (world) => processing(world) as { entityId: string; verificationId: string },
  input: ({ entityId, verificationId }) => ({ entityId, verificationId }),
  rows: [
    {
      title: "processing",
      outcome: "as it is now",
      reply: { status: "processing", attempts: 1, expiresAt: at(7 * DAY_MS) },
    },
    {
      title: "waiting for input",
      given: ({ world, verificationId }) =>
        decide(world, verificationId, "requires_input", {
          fields: [{ field: "address", reason: "not readable" }],
        }),
      outcome: "why it waits",
      reply: {
        status: "requires_input",
        outcome: "requires_input",
        lastError: { code: "requires_input", reason: "address: not readable" },
      },
    },
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
    ...unknownIds({
      field: "verificationId",
      code: "resource_not_found",
      create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
    }).slice(0, -1),
    {
      title: "the verification of another entity",
      input: ({ world }) => ({ verificationId: processing(world).verificationId }),
      code: "resource_not_found",
    },
  ],
});
