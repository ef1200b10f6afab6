/** developer_log.retrieve: a request and its answer. What an edge keeps: test/api/developer_log.test.ts. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { developerLogRetrieve } from "./developer_log.retrieve.ts";
import { keepRequests } from "./testing_developer_log.ts";

const idOf = ({ suffix }: { suffix: string }) => `dlog_${suffix}`;

decisionTable(developerLogRetrieve, {
  given: (_world: World, context: TestContext) => keepRequests(context),
  input: ({ refused }) => ({ developerLogId: idOf(refused) }),
  asking: ({ requestLog }) => ({ requestLog }),
  rows: [
    {
      title: "a request that was refused",
      outcome: "its bodies as they were kept",
      reply: { operation: "transfer.create", status: 409, errorCode: "insufficient_balance" },
      check({ reply }) {
        assert.deepEqual(reply.request.body, { amount: "5" });
        assert.deepEqual(reply.response.body, { error: {} });
      },
    },
    {
      title: "a read",
      input: ({ listed }) => ({ developerLogId: idOf(listed) }),
      outcome: "without bodies",
      check: ({ reply }) =>
        assert.deepEqual([reply.request.body, reply.response.body], [undefined, undefined]),
    },
    {
      title: "a request of another Product",
      input: ({ ofOtherProduct }) => ({ developerLogId: idOf(ofOtherProduct) }),
      code: "developer_log_not_found",
    },
    {
      title: "a request that is kept no longer",
      input: ({ old }) => ({ developerLogId: idOf(old) }),
      code: "developer_log_not_found",
    },
    {
      title: "an id that is none",
      input: { developerLogId: "dlog_x" },
      code: "developer_log_not_found",
      details: { developerLogId: "dlog_x" },
    },
    {
      title: "the log of requests is switched off",
      asking: { requestLog: undefined },
      code: "resource_reader_unavailable",
    },
  ],
});
