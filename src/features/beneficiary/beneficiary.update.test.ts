/** Decision table of beneficiary.update. */
import assert from "node:assert/strict";
import {
  made,
  onBook,
  UNKNOWN_BENEFICIARIES,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";

const METADATA_OF_51 = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key${at}`, "x"]));

/** A beneficiary with the chosen id `odd`, whose name asks this of the simulator. */
const mismatched = (world: World, end: string) =>
  made(world, { beneficiaryId: "odd", name: `Paper Mill Ltd (${end})` });

decisionTable(beneficiaryUpdate, {
  given(world) {
    onBook(world, { externalId: "taken", beneficiaryId: "other" });
    const more = { externalId: "own", nickname: "Mill", metadata: { a: "1" } };
    return { beneficiary: onBook(world, { beneficiaryId: "mill", ...more }) };
  },
  input: () => ({ beneficiaryId: "mill" }),
  stepMs: 1_000,
  rows: [
    {
      title: "a nickname, metadata and an external id",
      input: { nickname: "The mill", metadata: { b: "2" }, externalId: "two" },
      outcome: "replaced and merged, next revision, as GET shows it",
      reply: { nickname: "The mill", metadata: { a: "1", b: "2" }, externalId: "two", revision: 2 },
      async check({ reply }, { world, beneficiary: { createdAt, destination, name } }) {
        assert.notEqual(reply.updatedAt, createdAt);
        assert.deepEqual([reply.destination, reply.name], [destination, name]);
        await assertShows(world, beneficiaryRetrieve, { beneficiaryId: "mill" }, reply);
      },
    },
    {
      title: "null as nickname, metadata and external id",
      input: { nickname: null, metadata: null, externalId: null },
      outcome: "removed",
      check: ({ reply }) =>
        assert.deepEqual(
          ["nickname" in reply, "externalId" in reply, reply.metadata, reply.revision],
          [false, false, {}, 2],
        ),
    },
    ...[{}, { expectedRevision: 1 }, { nickname: "Mill", externalId: "own" }].map((input) => ({
      title: `what it is already: ${JSON.stringify(input)}`,
      input,
      outcome: "as it stands, without a fact",
      check: ({ reply, facts }: { reply: unknown; facts: readonly unknown[] }, made: object) =>
        assert.deepEqual([reply, facts], [(made as { beneficiary: unknown }).beneficiary, []]),
    })),
    ...["close match", "no match"].map((end) => ({
      title: `a mismatch is accepted, of a ${end}`,
      given: ({ world }: { world: World }) => mismatched(world, end),
      input: { beneficiaryId: "odd", acceptMismatch: true },
      outcome: "accepted, with the time and by whom, as GET shows it",
      reply: { status: "active", revision: 3 },
      async check({ reply }: { reply: Answer }, { world }: { world: World }) {
        const { status, acceptedAt, acceptedBy } = reply.verification;
        assert.deepEqual([status, acceptedAt], ["mismatch", reply.updatedAt]);
        assert.equal(acceptedBy.type, "product_key");
        await assertShows(world, beneficiaryRetrieve, { beneficiaryId: "odd" }, reply);
      },
    })),
    {
      title: "a mismatch that is accepted is accepted again",
      async given({ world }) {
        await mismatched(world, "no match");
        world.made(beneficiaryUpdate, { beneficiaryId: "odd", acceptMismatch: true });
      },
      input: { beneficiaryId: "odd", acceptMismatch: true },
      outcome: "as it stands, without a fact",
      reply: { revision: 3 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a mismatch that is not accepted",
      input: { acceptMismatch: false },
      code: "invalid_request",
    },
    {
      title: "a mismatch is accepted of a beneficiary that nobody has checked",
      input: { acceptMismatch: true },
      code: "state_conflict",
      details: { expected: "mismatch", actual: "unverified" },
    },
    {
      title: "pending",
      given: ({ world }) => mismatched(world, "wait"),
      input: { beneficiaryId: "odd", nickname: "x" },
      code: "state_conflict",
      details: { expected: "active", actual: "pending" },
    },
    ...["name", "rail", "destination", "ownerType", "status"].map((field) => ({
      title: `a new ${field}`,
      input: { [field]: "x" },
      code: "invalid_request" as const,
    })),
    { title: "a blank nickname", input: { nickname: " " }, code: "invalid_request" },
    {
      title: "the reserved one",
      input: { beneficiaryId: RESERVED_ID },
      code: "beneficiary_id_reserved",
      details: { beneficiaryId: RESERVED_ID },
    },
    {
      title: "the reserved one and no change",
      input: { beneficiaryId: RESERVED_ID, nickname: "Mine" },
      code: "beneficiary_id_reserved",
    },
    ...UNKNOWN_BENEFICIARIES,
    OTHER_PRODUCT,
    {
      title: "a chosen id of nothing",
      input: { beneficiaryId: "mil" },
      code: "resource_not_found",
      check: ({ message }) =>
        assert.equal(message, "no beneficiary mil in this Product and environment"),
    },
    {
      title: "archived",
      given: ({ world }) => world.made(beneficiaryArchive, { beneficiaryId: "mill" }),
      input: { nickname: "x" },
      code: "state_conflict",
      details: { expected: "active", actual: "archived" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 2 },
      code: "state_conflict",
      details: { expected: 2, actual: 1 },
    },
    {
      title: "an external id that another has",
      input: { externalId: "taken" },
      code: "state_conflict",
      details: { expected: null, actual: "other" },
    },
    {
      title: "more metadata than there may be",
      input: { metadata: METADATA_OF_51 },
      code: "state_constraint_failed",
    },
  ],
});
