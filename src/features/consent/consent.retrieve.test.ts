/** Reading one consent. */
import { consentMade, UNKNOWN_CONSENTS } from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { consentRetrieve } from "./consent_noun.ts";

decisionTable(consentRetrieve, {
  given: (world) => consentMade(world),
  input: ({ consentId }) => ({ consentId }),
  rows: [
    {
      title: "a consent",
      outcome: "the consent",
      reply: { type: "collection", status: "active", validFrom: at(0), revision: 1 },
    },
    ...UNKNOWN_CONSENTS,
  ],
});
