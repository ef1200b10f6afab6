/** Decision table of entity.kyc.verification.retrieve. */
import {
  decide,
  processing,
  UNKNOWN_VERIFICATIONS,
} from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { entityKycVerificationRetrieve } from "./entity.kyc.verification.retrieve.ts";

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
    ...UNKNOWN_VERIFICATIONS,
  ],
});
