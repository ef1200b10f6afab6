/** Decision table of consent.reject. */
import {
  consentMade,
  pendingConsent,
  UNKNOWN_CONSENTS,
} from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { consentReject } from "./consent.reject.ts";
import { consentRetrieve } from "./consent_noun.ts";

decisionTable(consentReject, {
  given: (world) => pendingConsent(world, { expiresAt: at(DAY_MS) }),
  input: ({ consentId }) => ({ consentId }),
  rows: [
    {
      title: "a consent that waits",
      outcome: "rejected",
      reply: { status: "rejected", revision: 2 },
      check: ({ reply }, { world, consentId }) =>
        assertShows(world, consentRetrieve, { consentId }, reply),
    },
    ...UNKNOWN_CONSENTS,
    {
      title: "a consent that is active",
      input: ({ world }) => ({ consentId: consentMade(world).consentId }),
      code: "state_conflict",
      details: { expected: "pending", actual: "active" },
    },
    {
      title: "a consent that has expired",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      code: "state_conflict",
      details: { expected: "pending", actual: "expired" },
    },
  ],
});
