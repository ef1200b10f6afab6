/** Decision table of beneficiary.archive. */
import assert from "node:assert/strict";
import {
  onBook,
  UNKNOWN_BENEFICIARIES,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { assertShows } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";

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
