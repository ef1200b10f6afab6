/** developer_log.retrieve: a request and its answer. What an edge keeps: test/api/developer_log.test.ts. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { keepRequests } from "../../../test/support/features/developer_log/developer_log.ts";
import { PRODUCT_ID, START_MS, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { requestEntry } from "../../../test/world/request_log.ts";
import type { World } from "../../../test/world/world.ts";
import { developerLogRetrieve } from "./developer_log.retrieve.ts";

const idOf = ({ suffix }: { suffix: string }) => `dlog_${suffix}`;

decisionTable(developerLogRetrieve, {
  async given(_world: World, context: TestContext) {
    const member = { principalId: "ses_1", keyPrefix: "", actor: "user:usr_1" };
    const ofMember = requestEntry(START_MS - 4_000, member);
    return { ...(await keepRequests(context, [ofMember])), ofMember };
  },
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
      title: "another Product by its id",
      input: { productId: STRANGER.product.productId },
      code: "resource_not_found",
      details: { resourceType: "product", productId: STRANGER.product.productId },
    },
    {
      title: "the Product by its id, a request of a member",
      input: ({ ofMember }) => ({ developerLogId: idOf(ofMember), productId: PRODUCT_ID }),
      outcome: "the session",
      reply: { principal: { type: "user", id: "ses_1" } },
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
