/** Decision table of personal_access_token.create. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { personalAccessTokenCreate } from "./personal_access_token.create.ts";
import { TOKEN_LASTS_MAX_MS, TOKENS_MAX } from "./token_draft.ts";

platformTable(personalAccessTokenCreate, {
  async given(world) {
    const company = await newCompany(world);
    return { company, mine: await newPerson(world, company, { mfa: true }) };
  },
  input: () => ({ name: "deploy", scopes: ["accounts:read", "keys:write"] }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a name and scopes",
      outcome: "a token of the session's company for 90 days; its text in the answer alone",
      reply: {
        name: "deploy",
        scopes: ["accounts:read", "keys:write"],
        mfa: true,
        status: "active",
        expiresAt: "2026-05-01T09:30:00.000Z",
      },
      check({ reply, facts }, { company, mine }) {
        assert.match(reply.token, /^service_pat_[0-9A-Za-z_]+$/);
        assert.equal(reply.prefix, reply.token.slice(0, 16));
        assert.deepEqual([reply.tenantId, reply.userId], [company.tenantId, mine.userId]);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["personal_access_token.created.1", AUDIT_NOTED],
        );
        assert.ok(!JSON.stringify(facts).includes(reply.token));
      },
    },
    {
      title: "365 days",
      input: ({ world }) => ({
        expiresAt: new Date(world.nowMs + TOKEN_LASTS_MAX_MS).toISOString(),
      }),
      outcome: "the longest that there is",
    },
    {
      title: "365 days and a millisecond",
      input: ({ world }) => ({
        expiresAt: new Date(world.nowMs + TOKEN_LASTS_MAX_MS + 1).toISOString(),
      }),
      code: "state_constraint_failed",
      details: { constraint: "expires_at" },
    },
    {
      title: "an end that is now",
      input: ({ world }) => ({ expiresAt: new Date(world.nowMs).toISOString() }),
      code: "state_constraint_failed",
    },
    { title: "a scope that is none", input: { scopes: ["all"] }, code: "invalid_request" },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
    {
      title: "a person without a company",
      asking: ({ mine }) => ({ caller: { ...mine.session, tenantId: "" } }),
      code: "missing_required_permission",
    },
    {
      title: "a company that the person is no member of",
      asking: ({ mine }) => ({
        caller: { ...mine.session, tenantId: "ten_00000000000000000000000000" },
      }),
      code: "missing_required_permission",
    },
    {
      title: `${TOKENS_MAX} active tokens`,
      async given({ world, mine }) {
        for (let count = 0; count < TOKENS_MAX; count++) {
          const draft = { name: `token ${count}`, scopes: [] };
          await world.made(personalAccessTokenCreate, draft, { caller: mine.session });
        }
      },
      code: "state_constraint_failed",
      details: { constraint: "personal_access_tokens", limit: TOKENS_MAX },
    },
    {
      title: `${TOKENS_MAX - 1} active tokens`,
      async given({ world, mine }) {
        for (let count = 1; count < TOKENS_MAX; count++) {
          const draft = { name: `token ${count}`, scopes: [] };
          await world.made(personalAccessTokenCreate, draft, { caller: mine.session });
        }
      },
      outcome: "one more",
    },
  ],
});
