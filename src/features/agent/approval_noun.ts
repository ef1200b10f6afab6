/** The approval as a resource of its company, and the function that renders it. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import { isTenantPermission, namedPermission } from "../../contract/declare/roles.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { foundOfGroup, foundOfOne, realmFoundBy } from "../../contract/tables/stored_index.ts";
import { announcedOperation } from "../announced.ts";
import { declareNoun } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { foundBy } from "../platform/platform_facts.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  type AgentApprovalDocument,
  isOpenApproval,
  type StoredApproval,
  statusOfApproval,
} from "./approval_document.ts";
import { AgentApproval } from "./approval_schema.ts";

const inRealm = PLATFORM_REALM;
const BY_ID = { table: PLATFORM_TABLE.agentApprovalById, inRealm };
const BY_REQUEST = { table: PLATFORM_TABLE.agentApprovalByRequest, inRealm };
const OPEN = { table: PLATFORM_TABLE.agentApprovalOpen, inRealm };

export const agentApprovals = declareNoun<AgentApprovalDocument>()({
  noun: "agent_approval",
  plural: "agentApprovals",
  prefix: "apr",
  readScope: "activity:read",
  output: AgentApproval,
  notFoundCode: "resource_not_found",
  notFound: agentApprovalNotFound,
  table: { code: PLATFORM_TABLE.agentApproval },
  show: (approval) => agentApprovalResource(approval, approval.requestedAtMs),
  search: { title: ({ operation }) => operation },
  finders: [
    {
      name: "agent_approval_by_id",
      ...BY_ID,
      textsOf: ({ agentApprovalId }) => [suffixOf("apr", agentApprovalId) as string],
    },
    {
      name: "agent_approval_by_request",
      ...BY_REQUEST,
      textsOf: (approval) => {
        const request = requestOf(approval);
        return request === undefined ? [] : [requestText(request) as string];
      },
    },
    {
      name: "agent_approval_open",
      ...OPEN,
      textsOf: (approval) =>
        isOpenApproval(approval)
          ? [`${suffixOf("grant", approval.agentGrantId)}${suffixIn(approval)}`]
          : [],
    },
  ],
  groups: {
    request: requestOf,
    open: (approval) => (isOpenApproval(approval) ? approval.agentGrantId : undefined),
  },
  deadlineOf: (approval) => (isOpenApproval(approval) ? approval.expiresAtMs : undefined),
  stored: {
    realmOf: (key, state) => realmFoundBy(BY_ID, key, state),
    groups: {
      request: foundOfOne(BY_REQUEST, requestText),
      open: foundOfGroup(OPEN, (agentGrantId) => suffixOf("grant", agentGrantId)),
    },
    deadlines: PLATFORM_TABLE.agentApprovalDue,
  },
  realmOf: realmOfCompany,
  toldIn: "products",
  happenings: {
    requested: "An agent asks for something in live that a person has to approve.",
    shown_again: {},
    approved: "A person approved it: the same request of the agent runs, once.",
    denied: "A person said no: nothing comes of it.",
    expired:
      "Ten minutes are over, something that it binds has changed, or the grant of the agent ended.",
    consumed: "The request that a person approved was let through.",
  },
});

/** The key of a request in the index of approvals: its grant and its idempotency key. */
export function requestBy({
  agentGrantId,
  idempotencyKey,
}: Pick<StoredApproval, "agentGrantId" | "idempotencyKey">): string {
  return `${agentGrantId} ${idempotencyKey}`;
}

/** The request that the approval is for; undefined where a newer approval replaced it because something had changed. */
function requestOf(approval: StoredApproval): string | undefined {
  return approval.endedBecause === "changed" ? undefined : requestBy(approval);
}

/** The approval of the request, as a snapshot of the platform shard shows it; undefined where there is none. */
export function foundRequest(
  snapshot: Snapshot,
  request: Parameters<typeof requestBy>[0],
): AgentApprovalDocument | undefined {
  const text = requestText(requestBy(request));
  const { agentApproval, agentApprovalByRequest } = PLATFORM_TABLE;
  return text === undefined
    ? undefined
    : foundBy<AgentApprovalDocument>(snapshot, agentApprovalByRequest, agentApproval, text);
}

function requestText(request: string): string | undefined {
  const [agentGrantId = "", idempotencyKey = ""] = request.split(" ");
  const suffix = suffixOf("grant", agentGrantId);
  return suffix === undefined ? undefined : suffix + idempotencyKey;
}

function suffixIn({ agentApprovalId }: Pick<StoredApproval, "agentApprovalId">): string {
  return suffixOf("apr", agentApprovalId) as string;
}

export function agentApprovalNotFound(agentApprovalId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("apr", agentApprovalId, "in this company"), {
    resourceType: "agent_approval",
    agentApprovalId,
  });
}

/** The permission that a person needs to approve the request: `transfers:write@live`, `members:read`. */
export function permissionToApprove({ operation }: Pick<StoredApproval, "operation">): string {
  const declared = announcedOperation(operation);
  const { permission } = namedPermission(declared?.permission ?? declared?.scope ?? "tenant:read");
  return isTenantPermission(permission) ? permission : `${permission}@live`;
}

/**
 * What reads show beside the approval itself: the names that people gave, the agent's address, and the operation that
 * ran.
 */
export type ApprovalNames = {
  agentName?: string | undefined;
  productName?: string | undefined;
  origin?: CallOrigin;
  /** The arguments with their personal values, for whoever may approve. */
  personalArguments?: Record<string, unknown> | undefined;
  /** The operation that decided the call. */
  consumedOperationId?: string | undefined;
};

/** The approval in answers, as of `nowMs`. */
export function agentApprovalResource(
  approval: StoredApproval,
  nowMs: number,
  names: ApprovalNames = {},
): AgentApproval {
  const { agentName, productName, origin, consumedOperationId, personalArguments } = names;
  const { hiddenValues } = approval;
  const { operation, productId, buildDigest, decidedByUserId, decidedAtMs, reason } = approval;
  const { consumedAtMs, endedBecause } = approval;
  const declared = announcedOperation(operation);
  invariant(declared !== undefined, "an approval is of an operation that there is");
  const status = statusOfApproval(approval, nowMs);
  const end = status === "expired" ? (endedBecause ?? "time") : undefined;
  return {
    agentApprovalId: approval.agentApprovalId,
    agentMemberId: approval.agentMemberId,
    ...(agentName !== undefined && { agentName }),
    agentGrantId: approval.agentGrantId,
    delegatorUserId: approval.delegatorUserId,
    operation,
    summary: declared.summary,
    isWrite: declared.type === "write",
    permission: permissionToApprove(approval),
    environment: approval.environment,
    arguments: { ...approval.arguments },
    ...(hiddenValues && { hiddenValues: hiddenValues.map((one) => ({ ...one })) }),
    ...(personalArguments && { personalArguments }),
    argumentsDigest: approval.argumentsDigest,
    ...(productId !== undefined && { productId }),
    ...(productName !== undefined && { productName }),
    ...(buildDigest !== undefined && { buildDigest }),
    revisions: [...approval.revisions],
    idempotencyKey: approval.idempotencyKey,
    status,
    ...(end !== undefined && { endedBecause: end }),
    approvalUrl: approval.approvalUrl,
    ...(origin !== undefined && { ipAddress: origin.address, userAgent: origin.userAgent }),
    requestedAt: isoTime(approval.requestedAtMs),
    expiresAt: isoTime(approval.expiresAtMs),
    ...(decidedByUserId !== undefined && { decidedBy: decidedByUserId }),
    ...(decidedAtMs !== undefined && { decidedAt: isoTime(decidedAtMs) }),
    ...(reason !== undefined && { reason }),
    ...(consumedAtMs !== undefined && { consumedAt: isoTime(consumedAtMs) }),
    ...(consumedOperationId !== undefined && { consumedOperationId }),
  };
}
