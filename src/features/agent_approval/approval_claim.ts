/** The outcome of a claim: the approval is given out, a person is asked, or the request is refused for good. */
import { isoTime } from "../../base/iso_time.ts";
import {
  APPROVAL_MS,
  type Bound,
  type BoundState,
  changedSince,
  refuseUnapproved,
} from "../../contract/declare/approval.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import type { HiddenValue } from "../../contract/declare/shown_arguments.ts";
import type { Fact } from "../../contract/records/record.ts";
import { sealedParts } from "../../contract/records/sealing.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { type AgentGrantDocument, statusOfGrant } from "../agent/agent_document.ts";
import {
  type AgentApprovalDocument,
  PENDING_MAX,
  type StoredApproval,
  statusOfApproval,
} from "../agent/approval_document.ts";
import {
  consumedApproval,
  expiredApproval,
  requestedApproval,
  shownAgainApproval,
} from "../agent/approval_facts.ts";
import { requestBy } from "../agent/approval_noun.ts";
import { tellApproval } from "../agent/approval_telling.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserState } from "../user/user_state.ts";
import { approvalMail } from "./approval_mail.ts";
import { boundOf, mayGoOn, named } from "./approval_use.ts";

export type Claim = BoundState & {
  operation: string;
  environment: Environment;
  productId?: string;
  arguments: Record<string, unknown>;
  hiddenValues: readonly HiddenValue[];
  sealedArguments?: string;
  /** Ids of the keys whose sealed arguments open now. */
  keyIds: readonly string[];
  argumentsDigest: string;
  /** The digests that the request has under earlier keys: an approval may have been asked for under one of them. */
  olderDigests?: readonly string[];
  idempotencyKey: string;
  agentGrantId: string;
  approvalsUrl: string;
  origin: CallOrigin;
};

type State = TenantState & UserState;
type Refused = Refusal<
  "session_revoked" | "idempotency_conflict" | "agent_approval_required" | "rate_limited"
>;
type Claimed = { facts: Fact[]; effects: Effect[]; bound: Bound };

export function claimed(state: State, claim: Claim, context: DecisionContext): Claimed | Refused {
  const { nowMs, realm } = context;
  const grant = state.agentGrants.byId(realm, claim.agentGrantId);
  if (grant === undefined || statusOfGrant(grant, nowMs) !== "active") {
    return refuseEndedGrant(grant, nowMs);
  }
  const [last] = state.agentApprovals.inGroup("request", requestBy(claim));
  if (last === undefined) return askPerson(state, claim, grant, context);
  if (!isSameRequest(last, claim)) return refuseOtherRequest(last);
  const status = statusOfApproval(last, nowMs);
  switch (status) {
    case "pending":
    case "approved": {
      const changed = changedSince(last, claim);
      if (changed !== undefined) return askAgain(state, claim, { grant, last, changed }, context);
      if (status === "approved") return consumed(state, last, context);
      const refusal = refuseUnapproved(named(last), status, NOT_YET);
      return { ...refusal, facts: shownAgain(last, claim) };
    }
    case "consumed":
      if (mayGoOn(last, nowMs)) return { facts: [], effects: [], bound: boundOf(last) };
      return refuseUnapproved(named(last), status, "this approval was used; it serves one request");
    case "denied":
      return refuseUnapproved(named(last), status, deniedMessage(last));
    case "expired":
      return refuseUnapproved(named(last), status, "the time to approve this request is over");
  }
}

const NOT_YET = "no person has approved this request yet";

/**
 * The fact by which the approval keeps the personal values of the request, sealed anew; none where its own values
 * still open.
 */
function shownAgain(
  last: AgentApprovalDocument,
  { sealedArguments, keyIds, argumentsDigest }: Claim,
): Fact[] {
  const { sealedArguments: before = "" } = last;
  if (sealedArguments === undefined || keyIds.includes(sealedParts(before)?.keyId ?? "")) return [];
  return [shownAgainApproval(last, { sealedArguments, argumentsDigest })];
}

function consumed(state: State, last: AgentApprovalDocument, context: DecisionContext): Claimed {
  const fact = consumedApproval(last, context.nowMs);
  const { agentApproval } = fact;
  const effects = tellApproval(state, "agent_approval.consumed", agentApproval, context);
  return { facts: [fact], effects, bound: boundOf(last) };
}

/**
 * A new approval, for which a person is asked about the request as it is now; the earlier one can no longer be used.
 */
function askAgain(
  state: State,
  claim: Claim,
  {
    grant,
    last,
    changed,
  }: { grant: AgentGrantDocument; last: AgentApprovalDocument; changed: string },
  context: DecisionContext,
): Refused {
  const ended = expiredApproval(last, "changed");
  const told = tellApproval(state, "agent_approval.expired", ended.agentApproval, context);
  const message = `${changed} has changed since a person was asked, who is asked again`;
  const refusal = askPerson(state, claim, grant, context, { last, message });
  return {
    ...refusal,
    facts: [ended, ...refusal.facts],
    effects: [...told, ...(refusal.effects ?? [])],
  };
}

function askPerson(
  state: State,
  claim: Claim,
  grant: AgentGrantDocument,
  context: DecisionContext,
  again?: { last: AgentApprovalDocument; message: string },
): Refused {
  const { nowMs, newId } = context;
  const waiting = state.agentApprovals
    .inGroup("open", grant.agentGrantId)
    .filter((each) => each !== again?.last && statusOfApproval(each, nowMs) === "pending");
  if (waiting.length >= PENDING_MAX) return refuseMany(waiting);
  const { approvalsUrl, keyIds: _keyIds, olderDigests: _older, ...asked } = claim;
  const { agentMemberId, agentGrantId, delegatorUserId, tenantId } = grant;
  const agentApprovalId = newId("apr");
  const approval: StoredApproval = {
    agentApprovalId,
    tenantId,
    agentMemberId,
    delegatorUserId,
    ...asked,
    agentGrantId,
    approvalUrl: `${approvalsUrl}/${agentApprovalId}`,
    status: "pending",
    requestedAtMs: nowMs,
    expiresAtMs: nowMs + APPROVAL_MS,
  };
  const before = again === undefined ? waiting : [...waiting, again.last];
  const message = again?.message ?? "a person has to approve this request, and was asked now";
  return {
    ...refuseUnapproved(named(approval), "pending", message),
    facts: [requestedApproval(approval)],
    effects: [
      ...tellApproval(state, "agent_approval.requested", approval, context),
      ...approvalMail(state, approval, before),
    ],
  };
}

function isSameRequest({ argumentsDigest }: StoredApproval, claim: Claim): boolean {
  return [claim.argumentsDigest, ...(claim.olderDigests ?? [])].includes(argumentsDigest);
}

function deniedMessage({ reason }: StoredApproval): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  return `a person said no to this request${why}`;
}

/** The refusal of a call whose grant has ended since the edge admitted it. */
function refuseEndedGrant(
  grant: AgentGrantDocument | undefined,
  nowMs: number,
): Refusal<"session_revoked"> {
  const revokedAt = isoTime(grant?.revokedAtMs ?? grant?.endsAtMs ?? nowMs);
  const message = `the grant of the agent ended at ${revokedAt}; ask a person to let it in again`;
  return refuse("session_revoked", message, { revokedAt });
}

function refuseOtherRequest({ requestedAtMs }: StoredApproval): Refusal<"idempotency_conflict"> {
  const message =
    "this Idempotency-Key was used for another request, which a person was asked to approve; use a new key for a new request";
  return refuse("idempotency_conflict", message, {
    state: "finished",
    operationId: null,
    firstSeenAt: isoTime(requestedAtMs),
  });
}

function refuseMany(waiting: readonly StoredApproval[]): Refusal<"rate_limited"> {
  const first = Math.min(...waiting.map(({ expiresAtMs }) => expiresAtMs));
  const resetAt = isoTime(first);
  const message = `${waiting.length} requests of this agent wait for a person already; let a person decide them, or wait: the first of them ends at ${resetAt}`;
  return refuse("rate_limited", message, {
    subject: "credential",
    limit: PENDING_MAX,
    resetAt,
  });
}
