/** Decision table of beneficiary.archive. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beneficiaryIn,
  made,
  onBook,
  UNKNOWN_BENEFICIARIES,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { requestIn } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";
import { checkIdOf } from "./payee_check.ts";

/** The request that checks a beneficiary with this chosen id. */
const requestOf = (world: World, beneficiaryId: string) => ({
  providerRequestId: checkIdOf(beneficiaryIn(world, beneficiaryId)),
});

decisionTable(beneficiaryArchive, {
  given: (world) => ({ beneficiary: onBook(world, { beneficiaryId: "mill" }) }),
  input: () => ({ beneficiaryId: "mill" }),
  stepMs: 1_000,
  rows: [
    {
      title: "active",
      outcome: "archived, next revision, as GET shows it",
      reply: { status: "archived", revision: 2 },
      async check({ reply }, { world, beneficiary }) {
        const { status: _s, revision: _r, updatedAt: _u, ...same } = beneficiary;
        const { status: _, revision: __, updatedAt, ...rest } = reply;
        assert.deepEqual([rest, updatedAt > beneficiary.updatedAt], [same, true]);
        await assertShows(world, beneficiaryRetrieve, { beneficiaryId: "mill" }, reply);
      },
    },
    {
      title: "pending, while its bank is asked",
      async given({ world }) {
        await made(world, { beneficiaryId: "asked", name: "Paper Mill Ltd (no answer)" });
      },
      input: { beneficiaryId: "asked" },
      outcome: "archived, and the bank is asked no more",
      reply: { status: "archived" },
      check({ facts }, { world }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["beneficiary.archived.1", "provider_request.abandoned.1"],
        );
        const { providerRequestId } = requestOf(world, "asked");
        const { status, nextAttemptAtMs } = requestIn(world, providerRequestId);
        assert.deepEqual([status, nextAttemptAtMs], ["abandoned", undefined]);
      },
    },
    {
      title: "pending, whose bank takes longer",
      given: ({ world }) => made(world, { beneficiaryId: "asked", name: "Paper Mill Ltd (wait)" }),
      input: { beneficiaryId: "asked" },
      outcome: "archived",
      reply: { status: "archived" },
      check: ({ facts }) => assert.equal(facts.length, 1),
    },
    {
      title: "blocked",
      async given({ world }) {
        await made(world, { beneficiaryId: "asked", name: "Paper Mill Ltd (no account)" });
      },
      input: { beneficiaryId: "asked" },
      outcome: "archived",
      reply: { status: "archived" },
    },
    {
      title: "archived",
      given: ({ world }) => world.made(beneficiaryArchive, { beneficiaryId: "mill" }),
      code: "state_conflict",
      details: { expected: "active", actual: "archived" },
    },
    {
      title: "the reserved one",
      input: { beneficiaryId: RESERVED_ID },
      code: "beneficiary_id_reserved",
      details: { beneficiaryId: RESERVED_ID },
    },
    ...UNKNOWN_BENEFICIARIES,
    OTHER_PRODUCT,
  ],
});

test("beneficiary.archive: while somebody waits for the bank's answer -> that creation is over, the same for its key", async () => {
  const world = await openWorld();
  const asking = { idempotencyKey: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const draft = { beneficiaryId: "asked", name: "Paper Mill Ltd (no answer)" };
  await made(world, draft, asking);
  world.made(beneficiaryArchive, { beneficiaryId: "asked" });
  await assert.rejects(made(world, draft, asking), /state_constraint_failed/);
});
