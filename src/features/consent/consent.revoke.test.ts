/** Decision table of consent.revoke. */
import {
  consentMade,
  pendingConsent,
  UNKNOWN_CONSENTS,
} from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentRetrieve } from "./consent_noun.ts";

decisionTable(consentRevoke, {
  given: (world) => consentMade(world, { expiresAt: at(2 * DAY_MS) }),
  input: ({ consentId }) => ({ consentId, reason: "the customer asked for it" }),
  rows: [
    {
      title: "a consent that is active",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      outcome: "revoked, at the Product's time",
      reply: {
        status: "revoked",
        revokedAt: at(DAY_MS),
        revocationReason: "the customer asked for it",
        revision: 2,
      },
      check: ({ reply }, { world, consentId }) =>
        assertShows(world, consentRetrieve, { consentId }, reply),
    },
    { title: "a reason that is blank", input: { reason: " " }, code: "invalid_request" },
    ...UNKNOWN_CONSENTS,
    {
      title: "a consent that waits",
      input: ({ world }) => ({ consentId: pendingConsent(world).consentId }),
      code: "consent_not_active",
      details: { status: "pending" },
    },
    {
      title: "a consent that has expired",
      given: ({ world }) => advanceClock(world, at(2 * DAY_MS)),
      code: "consent_not_active",
      details: { status: "expired" },
    },
    {
      title: "a consent that is revoked",
      given: ({ world, consentId }) => world.made(consentRevoke, { consentId, reason: "before" }),
      code: "state_conflict",
      details: { expected: "active", actual: "revoked" },
    },
  ],
});
