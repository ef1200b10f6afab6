/** developer_log.stream: what is streamed, from where. Over sockets: test/api/developer_log_stream.test.ts. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { keepRequests } from "../../../test/support/features/developer_log/developer_log.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import type { StreamEvent } from "../../contract/declare/found.ts";
import { developerLogRetrieve } from "./developer_log.retrieve.ts";
import { developerLogStream } from "./developer_log.stream.ts";
import { positionAt, positionText } from "./stream_position.ts";

type Given = Awaited<ReturnType<typeof keepRequests>>;
type Kept = "listed" | "refused" | "byOther";

const LONG_AGO = positionText(positionAt(0));

const FILTERS: { title: string; input: Input; expected: Kept[] }[] = [
  { title: "no filter", input: {}, expected: ["listed", "refused", "byOther"] },
  { title: "a status", input: { status: "409" }, expected: ["refused"] },
  { title: "a method", input: { method: "GET" }, expected: ["listed", "byOther"] },
  { title: "a path", input: { path: "/v1/accounts/a" }, expected: ["byOther"] },
  { title: "an operation", input: { operation: "transfer.create" }, expected: ["refused"] },
  { title: "a code", input: { errorCode: "insufficient_balance" }, expected: ["refused"] },
  { title: "a key", input: { apiKeyId: "key_2" }, expected: ["byOther"] },
  { title: "a request that is none", input: { requestId: "req_x" }, expected: [] },
];

const idsOf = (events: readonly StreamEvent[]) =>
  events.map(({ data }) => (data as { developerLogId: string }).developerLogId);

const rows = FILTERS.map(
  ({ title, input, expected }): Row<never, Given> => ({
    title,
    input,
    outcome: `${expected.join(", ") || "nothing"}, and the position moves`,
    check({ reply }, made) {
      assert.deepEqual(
        idsOf(reply.events),
        expected.map((name) => `dlog_${made[name].suffix}`),
      );
      assert.notEqual(reply.position, LONG_AGO);
      assert.equal(reply.hasMore, false);
    },
  }),
);

const malformed = (title: string, after: string): Row<never, Given> => ({
  title,
  asking: ({ requestLog }) => ({ requestLog, after }),
  code: "invalid_request",
});

decisionTable(developerLogStream, {
  given: (_world: World, context: TestContext) => keepRequests(context),
  input: () => ({}),
  asking: ({ requestLog }) => ({ requestLog, after: LONG_AGO }),
  rows: [
    ...rows,
    {
      title: "no position",
      outcome: "nothing that was before, and where to go on",
      asking: ({ requestLog }) => ({ requestLog, after: undefined }),
      check: ({ reply }) => assert.deepEqual(reply, { ...reply, events: [], hasMore: false }),
      reply: { position: positionText(positionAt(START_MS)) },
    },
    {
      title: "each event",
      outcome: "as it is retrieved, and its id resumes behind it",
      async check({ reply }, { world, requestLog }) {
        const events: StreamEvent[] = reply.events;
        for (const [at, { id, type, data }] of events.entries()) {
          const [developerLogId] = idsOf(events.slice(at));
          const input = { developerLogId };
          const retrieved = await world.found(developerLogRetrieve, input, { requestLog });
          assert.deepEqual(data, retrieved);
          assert.equal(type, "developer_log");
          const rest = await world.read(developerLogStream, {}, { requestLog, after: id });
          assert.deepEqual(idsOf(rest.reply.events), idsOf(events.slice(at + 1)));
        }
        assert.equal(events.length, 3);
      },
    },
    malformed("a position that is none", "nonsense"),
    malformed("a position that is cut", LONG_AGO.slice(1)),
    malformed("a number", "17"),
    malformed("a position of more edges than there can be", LONG_AGO + "0".repeat(22 * 65)),
    OTHER_PRODUCT,
    {
      title: "the log of requests is switched off",
      asking: { requestLog: undefined },
      code: "resource_reader_unavailable",
      details: { reader: "developer_log" },
    },
  ],
});
