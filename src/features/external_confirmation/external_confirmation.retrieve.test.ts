/** Decision table of external_confirmation.retrieve. */
import { confirmedPayout } from "../../../test/support/features/external_confirmation/confirmations.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { externalConfirmationRetrieve } from "./external_confirmation_noun.ts";

decisionTable(externalConfirmationRetrieve, {
  given: (world) => ({ confirmation: confirmedPayout(world) }),
  input: ({ confirmation }) => ({
    externalConfirmationId: confirmation["externalConfirmationId"],
  }),
  rows: [
    {
      title: "a confirmation",
      outcome: "the confirmation as it is now",
      reply: { status: "matched", provider: "back-office", amount: "1250" },
    },
    ...unknownIds({
      field: "externalConfirmationId",
      code: "external_confirmation_not_found",
      create: (world, caller) =>
        String(confirmedPayout(world, { caller, reference: "LETTER-2" })["externalConfirmationId"]),
    }),
  ],
});
