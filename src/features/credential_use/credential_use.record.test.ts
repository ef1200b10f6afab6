/** Decision table of credential_use.record. */
import assert from "node:assert/strict";
import { giveToken } from "../../../test/support/features/personal_access_token/tokens.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { revokedSession } from "../session/session_facts.ts";
import { credentialUseRecord, RENEWALS_MAX } from "./credential_use.record.ts";
import { CREDENTIAL_USED, CREDENTIAL_USES_MAX } from "./credential_use_facts.ts";

const AT_MS = 1_700_000_000_000;
const address = "203.0.113.9";

const usedWith = (id: string, before: string) => ({
  ...{ id, atMs: AT_MS, address },
  digest: { before, after: "after" },
});
const kindsOf = (facts: readonly { kind: string }[]) => facts.map(({ kind }) => kind);

function tokenOf({ state: { personalAccessTokens } }: PlatformWorld, tokenId: string) {
  return personalAccessTokens.find(personalAccessTokens.keyOf(tokenId));
}

/** So many uses of a token, each with the digest that is stored. */
function olderUses(world: PlatformWorld, tokenId: string, count: number) {
  const before = tokenOf(world, tokenId)?.digest ?? "";
  return Array.from({ length: count }, () => usedWith(tokenId, before));
}

platformTable(credentialUseRecord, {
  given: async (world) => {
    const person = await newPerson(world, await newCompany(world));
    return { id: person.session.sessionId, tokenId: giveToken(world, person, "t") };
  },
  input: ({ id }) => ({ uses: [{ id, atMs: AT_MS, address }] }),
  asking: () => ({ cause: "platform" }),
  rows: [
    {
      title: "a session that was used",
      outcome: "its use, in one fact",
      check({ facts }, { world, id }) {
        assert.deepEqual(facts, [{ kind: CREDENTIAL_USED, uses: [{ id, atMs: AT_MS, address }] }]);
        assert.deepEqual(world.state.credentialUses.find(id), { realm: 1, atMs: AT_MS, address });
      },
    },
    {
      title: "an earlier use after a later one",
      outcome: "the later stands",
      given: ({ world, id }) =>
        world.run(
          credentialUseRecord,
          { uses: [{ id, atMs: AT_MS + 1, address: "::1" }] },
          { cause: "platform" },
        ),
      check: (_, { world, id }) =>
        assert.equal(world.state.credentialUses.find(id)?.address, "::1"),
    },
    {
      title: "a token whose digest is under a pepper of before",
      outcome: "its digest is the one under the current pepper, and its time that of the record",
      input: ({ world, id, tokenId }) => ({
        uses: [usedWith(id, "x"), usedWith(tokenId, tokenOf(world, tokenId)?.digest ?? "")],
      }),
      check({ facts, input }, { world, tokenId }) {
        const renewed = "personal_access_token.digest_renewed.1";
        assert.deepEqual(kindsOf(facts), [CREDENTIAL_USED, renewed]);
        const { digest, digestAtMs } = tokenOf(world, tokenId) ?? {};
        assert.deepEqual([digest, digestAtMs], ["after", world.nowMs]);
        // The digest that the edge has seen is not stored any more.
        const again = world.run(credentialUseRecord, input, { cause: "platform" });
        assert.deepEqual(kindsOf(again.facts), [CREDENTIAL_USED]);
      },
    },
    {
      title: `${RENEWALS_MAX} digests under a pepper of before`,
      outcome: "all are renewed, beside the fact of the uses",
      input: ({ world, tokenId }) => ({ uses: olderUses(world, tokenId, RENEWALS_MAX) }),
      check: ({ facts }) => assert.equal(facts.length, 1 + RENEWALS_MAX),
    },
    {
      title: `${RENEWALS_MAX + 1} digests under a pepper of before`,
      outcome: "one waits for its next use",
      input: ({ world, tokenId }) => ({ uses: olderUses(world, tokenId, RENEWALS_MAX + 1) }),
      check: ({ facts }) => assert.equal(facts.length, 1 + RENEWALS_MAX),
    },
    {
      title: "credentials that are not there, revoked and over",
      outcome: "no fact",
      given({ world, id }) {
        const { sessions } = world.state;
        const session = sessions.byId(1, id);
        assert.ok(session !== undefined);
        world.apply([revokedSession(session, world.nowMs)]);
      },
      input: (_, { uses }) => ({
        uses: [
          ...(uses as object[]),
          ...["key_0000000000000000000009", "pat_0", "ses_", ""].map((unknown) => ({
            id: unknown,
            atMs: AT_MS,
            address,
          })),
        ],
      }),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a session that has expired",
      outcome: "no fact",
      given({ world }) {
        world.nowMs += 86_400_000;
      },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: `${CREDENTIAL_USES_MAX} uses`,
      outcome: "one record",
      input: ({ id }) => ({
        uses: Array.from({ length: CREDENTIAL_USES_MAX }, () => ({ id, atMs: AT_MS, address })),
      }),
    },
    {
      title: `${CREDENTIAL_USES_MAX + 1} uses`,
      input: ({ id }) => ({
        uses: Array.from({ length: CREDENTIAL_USES_MAX + 1 }, () => ({ id, atMs: AT_MS, address })),
      }),
      code: "invalid_request",
    },
  ],
});
