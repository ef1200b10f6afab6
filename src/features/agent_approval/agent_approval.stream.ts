/**
 * agent_approval.stream: that something has changed among the requests of a company's agents, and how many wait for
 * a person. The position of a message is a digest of the requests of the last ten minutes with their states: what is
 * older never changes. So a client that comes back is told at once, on any server, where something differs. A request
 * that is decided, and then grows older than ten minutes, costs one message without a change.
 * Does not carry the requests: `agent_approval.list` has them, with names and filters.
 */
import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { lowestSuffixAt } from "../../base/id.ts";
import { APPROVAL_MS } from "../../contract/declare/approval.ts";
import { foundEvents } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { statusOfApproval } from "../agent/approval_document.ts";
import { agentApprovals } from "../agent/approval_noun.ts";

/** The most requests that one reading looks at, newest first. */
const LOOKED_AT_MAX = 1_000;
/** Characters of a position. */
const POSITION_LENGTH = 32;
const POSITION = new RegExp(`^[0-9a-f]{${POSITION_LENGTH}}$`);
/** A text that sorts after every suffix of an id. */
const AFTER_ALL = "~";

export const agentApprovalStream = declareRead({
  id: "agent_approval.stream",
  summary: "Follow approvals",
  description:
    "Server-sent events of the type `agent_approvals.changed`: one at once, and one after each change of what agents ask for in live and of what became of it. A client that names the last one in `Last-Event-ID` is told only where something has changed since.",
  http: { method: "GET", path: "/agent-approvals/stream" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  inContract: false,
  stream: {
    types: ["agent_approvals.changed"],
    id: "opaque: the state of what agents have asked for, so that a client that comes back is told only of a change",
    begins: "with one message at once",
  },
  output: Type.Object(
    {
      waiting: Type.Integer({ minimum: 0, description: "How many requests wait for a person." }),
    },
    {
      title: "AgentApprovalsChanged",
      description: "The requests of agents, as far as the navigation shows them.",
      additionalProperties: false,
    },
  ),
  refusals: [],
  read(snapshot, _input, { realm, nowMs, after }) {
    if (after !== undefined && !POSITION.test(after)) return refuseIssues([NO_POSITION]);
    const { waiting, position } = stateOf(snapshot, realm, nowMs);
    const event = { id: position, type: "agent_approvals.changed", data: { waiting } };
    return foundEvents({ events: position === after ? [] : [event], position, hasMore: false });
  },
});

const NO_POSITION = {
  code: "format",
  message: "Last-Event-ID must be the id of an event of this stream",
  path: ["last-event-id"],
};

/** An approval's time is over ten minutes after it was asked for, so no older one waits. */
function stateOf(
  snapshot: Snapshot,
  realm: number | undefined,
  nowMs: number,
): { waiting: number; position: string } {
  const digest = createHash("sha256");
  let waiting = 0;
  let count = 0;
  const range = { from: lowestSuffixAt(Math.max(0, nowMs - APPROVAL_MS)), below: AFTER_ALL };
  const rows = realm === undefined ? [] : snapshot.descend(agentApprovals.table.code, realm, range);
  for (const { key, value } of rows) {
    const status = statusOfApproval(agentApprovals.decoded(value), nowMs);
    if (status === "pending") waiting++;
    // A request whose time is over is not reported once it is older than the requests that one reading looks at.
    if (status !== "expired") digest.update(`${key} ${status}\n`);
    if (++count === LOOKED_AT_MAX) break;
  }
  return { waiting, position: digest.digest("hex").slice(0, POSITION_LENGTH) };
}
