/** Decision table of consent.confirm. */
import {
  consentMade,
  EVIDENCE,
  pendingConsent,
  TEXT_DIGEST,
  UNKNOWN_CONSENTS,
} from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { consentConfirm } from "./consent.confirm.ts";
import { consentReject } from "./consent.reject.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentRetrieve } from "./consent_noun.ts";

const MANDATE = { ...EVIDENCE, method: "provider_mandate" };

decisionTable(consentConfirm, {
  given: (world) => pendingConsent(world, { expiresAt: at(DAY_MS) }),
  input: ({ consentId }) => ({ consentId, evidence: EVIDENCE }),
  rows: [
    {
      title: "a consent that waits",
      outcome: "active, with the evidence",
      reply: { status: "active", evidence: { ...EVIDENCE, verified: true }, revision: 2 },
      check: ({ reply }, { world, consentId }) =>
        assertShows(world, consentRetrieve, { consentId }, reply),
    },
    {
      title: "where it was noted before who was seen",
      input: ({ world }) => ({
        consentId: pendingConsent(world, { evidence: { method: "api", userAgent: "curl" } })
          .consentId,
      }),
      outcome: "that stays",
      reply: { evidence: { ...EVIDENCE, userAgent: "curl", verified: true } },
    },
    {
      title: "a provider's mandate that is active",
      input: ({ world }) => ({
        consentId: consentMade(world, { evidence: MANDATE }).consentId,
        evidence: MANDATE,
      }),
      outcome: "its evidence is verified",
      reply: { status: "active", evidence: { ...MANDATE, verified: true }, revision: 2 },
    },
    {
      title: "the same text as before",
      input: ({ world }) => ({
        consentId: pendingConsent(world, { evidence: { method: "api", textDigest: TEXT_DIGEST } })
          .consentId,
      }),
      outcome: "active",
      reply: { status: "active" },
    },
    {
      title: "another text than before",
      input: ({ world }) => ({
        consentId: pendingConsent(world, { evidence: { method: "api", textDigest: TEXT_DIGEST } })
          .consentId,
        evidence: { ...EVIDENCE, textDigest: `sha256:${"00".repeat(32)}` },
      }),
      code: "state_conflict",
      details: { expected: TEXT_DIGEST, actual: `sha256:${"00".repeat(32)}` },
    },
    {
      title: "evidence that is not complete",
      input: { evidence: { method: "api" } },
      code: "invalid_request",
    },
    ...UNKNOWN_CONSENTS,
    {
      title: "a consent that has expired",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      code: "consent_expired",
      details: { expiredAt: at(DAY_MS) },
    },
    {
      title: "a consent that is revoked",
      given({ world, consentId }) {
        world.made(consentConfirm, { consentId, evidence: EVIDENCE });
        world.made(consentRevoke, { consentId, reason: "asked for it" });
      },
      code: "consent_revoked",
      details: { revokedAt: at(0) },
    },
    {
      title: "a consent that is proven",
      given: ({ world, consentId }) =>
        world.made(consentConfirm, { consentId, evidence: EVIDENCE }),
      code: "state_conflict",
      details: { expected: "pending", actual: "active" },
    },
    {
      title: "a consent that is rejected",
      given: ({ world, consentId }) => world.made(consentReject, { consentId }),
      code: "state_conflict",
      details: { expected: "pending", actual: "rejected" },
    },
  ],
});
