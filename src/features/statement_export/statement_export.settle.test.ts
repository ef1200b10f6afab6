/** Decision table of statement_export.settle. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedExport,
  FILE,
  MADE,
} from "../../../test/support/features/statement_export/exports.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { statementExportSettle } from "./statement_export.settle.ts";
import { statementExportFiles } from "./statement_export_files.ts";
import { statementExportRetrieve } from "./statement_export_noun.ts";

const NO_REALM_IS_RETIRED = { isRetired: () => false };
const FAILURE = { code: "rows", reason: "a row is not in the ledger" };

const shownOf = (world: World, statementExportId: string) =>
  world.found(statementExportRetrieve, { statementExportId });
const filesOf = ({ state }: World) => [...statementExportFiles.of(state, NO_REALM_IS_RETIRED)];

decisionTable(statementExportSettle, {
  given: (world: World) => askedExport(world),
  input: ({ statementExportId }) => ({ statementExportId, made: MADE }),
  rows: [
    {
      title: "a file that was made",
      outcome: "ready, with its size, digest and number of entries; the file is named",
      async check(_, { world, statementExportId }) {
        const { status, sizeBytes, sha256, entryCount, revision, ...rest } = await shownOf(
          world,
          statementExportId,
        );
        assert.deepEqual(
          { status, sizeBytes, sha256, entryCount, revision },
          { status: "ready", sizeBytes: 103, sha256: FILE.sha256, entryCount: 7, revision: 2 },
        );
        assert.ok(!("file" in rest), "no answer has the name of the file");
        const realm = world.realmOf(world.caller);
        assert.deepEqual(filesOf(world), [{ ...FILE, realm }]);
      },
    },
    {
      title: "a month without evidence",
      input: ({ statementExportId }) => ({
        ...{ statementExportId, failure: FAILURE },
        made: undefined,
      }),
      outcome: "failed, with the reason; no file is named",
      async check(_, { world, statementExportId }) {
        const { status, failure } = await shownOf(world, statementExportId);
        assert.deepEqual([status, failure, filesOf(world)], ["failed", FAILURE, []]);
      },
    },
    {
      title: "a second outcome",
      given: ({ world, statementExportId }) =>
        world.made(statementExportSettle, { statementExportId, failure: FAILURE }),
      outcome: "changes nothing: an end is final",
      check: async (_, { world, statementExportId }) =>
        assert.equal((await shownOf(world, statementExportId)).status, "failed"),
    },
    {
      title: "an export that nobody finds any more",
      input: ({ statementExportId }) => ({ statementExportId, made: undefined }),
      outcome: "leaves it as it is",
      check: async (_, { world, statementExportId }) =>
        assert.equal((await shownOf(world, statementExportId)).status, "pending"),
    },
  ],
});

test("files of exports: of a realm that is retired -> none", async () => {
  const world = await openWorld();
  const { statementExportId } = askedExport(world);
  world.made(statementExportSettle, { statementExportId, made: MADE });
  const retired = { isRetired: () => true };
  assert.deepEqual([...statementExportFiles.of(world.state, retired)], []);
});
