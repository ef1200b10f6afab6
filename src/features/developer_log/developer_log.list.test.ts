/** developer_log.list: which requests are listed. What an edge keeps: test/api/developer_log.test.ts. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { keepRequests } from "../../../test/support/features/developer_log/developer_log.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { at } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import type { RequestEntry } from "../../contract/messages/request_log.ts";
import { developerLogList } from "./developer_log.list.ts";
import type { DeveloperLog } from "./developer_log_schema.ts";

type Given = Awaited<ReturnType<typeof keepRequests>>;
type Kept = "listed" | "refused" | "byOther";

const LISTS: { title: string; input?: Input; expected: Kept[] }[] = [
  { title: "no filter", expected: ["byOther", "refused", "listed"] },
  { title: "a status", input: { status: "409" }, expected: ["refused"] },
  { title: "a method", input: { method: "GET" }, expected: ["byOther", "listed"] },
  {
    title: "the beginning of a path",
    input: { path: "/v1/accounts" },
    expected: ["byOther", "listed"],
  },
  { title: "a path", input: { path: "/v1/accounts/a" }, expected: ["byOther"] },
  { title: "an operation", input: { operation: "transfer.create" }, expected: ["refused"] },
  { title: "a code", input: { errorCode: "insufficient_balance" }, expected: ["refused"] },
  { title: "a key", input: { apiKeyId: "key_2" }, expected: ["byOther"] },
  { title: "a request that is none", input: { requestId: "req_x" }, expected: [] },
  {
    title: "from a second on",
    input: { createdFrom: at(-2_000) },
    expected: ["byOther", "refused"],
  },
  { title: "before a second", input: { createdTo: at(-2_000) }, expected: ["listed"] },
];

const rows = LISTS.map(
  ({ title, input = {}, expected }): Row<never, Given> => ({
    title,
    input,
    outcome: expected.join(", ") || "nothing",
    check: ({ reply }, made) =>
      assert.deepEqual(
        reply.items.map(({ requestId }: DeveloperLog) => requestId),
        expected.map((name): RequestEntry => made[name]).map(({ requestId }) => requestId),
      ),
  }),
);

decisionTable(developerLogList, {
  given: (_world: World, context: TestContext) => keepRequests(context),
  input: () => ({}),
  asking: ({ requestLog }) => ({ requestLog }),
  rows: [
    ...rows,
    {
      title: "a request by its id",
      input: ({ refused: { requestId } }) => ({ requestId }),
      outcome: "that one",
      check: ({ reply }, { refused }) =>
        assert.deepEqual(
          reply.items.map(({ operationId }: DeveloperLog) => operationId),
          [refused.operationId],
        ),
    },
    OTHER_PRODUCT,
    {
      title: "the log of requests is switched off",
      asking: { requestLog: undefined },
      code: "resource_reader_unavailable",
      details: { reader: "developer_log" },
    },
  ],
});
