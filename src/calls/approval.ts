/**
 * The approval of an agent's live call by a person: finds out what the call is about, and asks the platform shard
 * for an approval of exactly this, which the shard gives out once. Where there is none the call is refused, and a
 * person is asked. Transport independent; reads and writes alike.
 * Guarantees: a call that `needsApproval` goes on only with an approval that the platform shard has consumed for
 * it on disk; what the approval binds goes with a write to its shard, which compares it again.
 * Does not decide about approvals: that is the operation `agent_approval.claim`.
 */
import { needsApproval } from "../access/approval_rule.ts";
import type { Gate } from "../access/gate.ts";
import type { PassingSealer } from "../access/passing_keys.ts";
import { environmentOf } from "../access/permission.ts";
import { invariant } from "../base/invariant.ts";
import { ipText } from "../base/ip_address.ts";
import type { BoundRevision, BoundState, ConsumedApproval } from "../contract/declare/approval.ts";
import { type AgentCaller, actorOf } from "../contract/declare/caller.ts";
import { canonicalFormOf } from "../contract/declare/canonical_form.ts";
import { defaultsOf } from "../contract/declare/defaults.ts";
import type { Environment, ProductView } from "../contract/declare/principal.ts";
import {
  type HiddenValue,
  type ShownArguments,
  shownArgumentsOf,
} from "../contract/declare/shown_arguments.ts";
import { type BareRefusal, REPLY_BARE_REFUSAL } from "../contract/messages/envelope.ts";
import { envelopeText, whoText } from "../contract/messages/envelope_text.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import {
  type Refusal,
  refuse,
  refuseUnavailable,
  retriedAfter,
} from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { ReplyTaker } from "../placement/courier.ts";
import type { Call } from "./call.ts";
import type { AnyOperation } from "./callable.ts";
import { failCall } from "./failure.ts";
import { USER_AGENT_MAX } from "./prepare.ts";
import { type ReadableParts, whenReadable } from "./readable.ts";
import {
  type CallTarget,
  productAbout,
  type Shards,
  type TenantDirectory,
  targetInTenant,
  viewAt,
} from "./target.ts";

/** The operation of the platform shard that gives out approvals. No caller reaches it. */
export const CLAIM = "agent_approval.claim";
/** Bytes of the arguments that a person is shown, at most. */
export const ARGUMENT_BYTES_MAX = 65_536;

/** What a thread that serves agents has. */
export type Approving = {
  /**
   * Digests under keys of this data directory, that of the current key first: whoever has the log cannot test a
   * guess of the arguments.
   */
  digests(label: string, text: string): readonly string[];
  /** Seals the personal arguments, for as long as somebody may decide about them. */
  passing: PassingSealer;
  seenRevision(snapshot: Snapshot, realm: number, id: string): BoundRevision | undefined;
  /** What the input names otherwise than by ids that were made. */
  seenNamed(
    snapshot: Snapshot,
    realm: number,
    input: Record<string, unknown>,
  ): readonly BoundRevision[];
  /** What the person who is asked must be told besides: sentences without a full stop, of the things that the input names. */
  notices(snapshot: Snapshot, realm: number, input: Record<string, unknown>): readonly string[];
  /** The approval of a write that was consumed and may be gone on with, by the request; of a snapshot of the platform shard. */
  consumedIn(
    snapshot: Snapshot,
    request: { agentGrantId: string; idempotencyKey: string },
    nowMs: number,
  ): ConsumedApproval | undefined;
  /** The address that clients reach this server by, without a slash at its end. */
  publicUrl: string;
};

export type ApprovalParts = ReadableParts & {
  shards: Shards;
  credentials: TenantDirectory;
  /** Absent in a thread that serves no agents: it then refuses each call that has to be approved. */
  approving?: Approving | undefined;
};

/** A call that is about to run. */
export type Approved = { call: Call; operation: AnyOperation; gate: Gate; target: CallTarget };

/** Whether a person has to approve the call. Of a caller that is no agent this is one comparison. */
export function mustBeApproved(
  { credentials }: Pick<ApprovalParts, "credentials">,
  { call: { caller, environment }, gate, target }: Approved,
  input: Record<string, unknown>,
): boolean {
  if (caller.kind !== "agent") return false;
  const { product, principal } = target;
  const about = productAbout(credentials, principal.tenantId, product, input);
  return needsApproval(caller, environmentOf(caller, environment), gate, about);
}

/**
 * Calls `go` with what the approval of the call binds, in JSON, once the approval is consumed; refuses the call
 * where there is none, and a person is asked then.
 */
export function whenApproved(
  parts: ApprovalParts,
  asked: Approved,
  input: Record<string, unknown>,
  go: (bound: string) => void,
): void {
  const { call, target } = asked;
  const { shards, approving, log } = parts;
  if (approving === undefined) {
    failCall(log, call, new Error("a thread without approvals was asked by an agent"));
    return;
  }
  const about = subjectOf(parts, approving, asked, input);
  let consumed: string | undefined;
  try {
    consumed = consumedBefore(parts, approving, asked, about.digests);
  } catch (cause) {
    // What is stored may be damaged.
    failCall(log, call, cause);
    return;
  }
  if (consumed !== undefined) {
    go(consumed);
    return;
  }
  const needs = { keys: [], realmKey: target.realmKey, requestLog: false };
  whenReadable(parts, call, shards.couriers.get(target.shard), needs, () => {
    const claimed = claimOf(parts, approving, asked, input, about);
    if ("refused" in claimed) call.refuse(claimed);
    else send(parts, asked, claimed, go);
  });
}

/** What the approval of a call is of. */
type Subject = { digests: readonly string[]; product: ProductView | undefined };

function subjectOf(
  { credentials }: ApprovalParts,
  { digests }: Approving,
  { call, operation, target }: Approved,
  input: Record<string, unknown>,
): Subject {
  const environment = environmentOf(call.caller, call.environment);
  const product = productAbout(credentials, target.principal.tenantId, target.product, input);
  const canonical = formOf(operation).canonical(input, environment);
  const about = [operation.id, environment, product?.productId ?? "", canonical].join("\n");
  return { digests: digests("agent approval", about), product };
}

/**
 * What goes with the approval that this very request has consumed, a `Bound` in JSON, where a write is sent again: no
 * shard is asked, and nothing is waited for.
 */
function consumedBefore(
  { shards, nowMs }: ApprovalParts,
  { consumedIn }: Approving,
  { call, operation }: Approved,
  digests: readonly string[],
): string | undefined {
  if (operation.type !== "write") return undefined;
  const { idempotencyKey } = call;
  const { agentGrantId } = agentOf(call);
  const platform = viewAt(shards, { shard: PLATFORM_SHARD }).refreshed();
  const consumed = consumedIn(platform, { agentGrantId, idempotencyKey }, nowMs());
  const isSame = consumed !== undefined && digests.includes(consumed.argumentsDigest);
  return isSame ? consumed.boundText : undefined;
}

/** The input of `agent_approval.claim`. */
type Claim = BoundState & {
  operation: string;
  environment: Environment;
  productId?: string;
  arguments: Record<string, unknown>;
  hiddenValues: readonly HiddenValue[];
  /** The arguments with their personal values, sealed for the digest; absent where they have none. */
  sealedArguments?: string;
  /** Ids of the keys whose sealed arguments open now. */
  keyIds: readonly string[];
  argumentsDigest: string;
  /** What the digest of a request may be that was asked for under an earlier key. */
  olderDigests?: readonly string[];
  idempotencyKey: string;
  agentGrantId: string;
  approvalsUrl: string;
  origin: { address: string; userAgent: string };
};

/** What is asked of the platform shard, and what a person is told besides. */
type Claimed = { claim: Claim; notices: readonly string[] };

function claimOf(
  { shards }: ApprovalParts,
  approving: Approving,
  { call, operation, target }: Approved,
  input: Record<string, unknown>,
  { digests: [argumentsDigest = "", ...olderDigests], product }: Subject,
): Claimed | Refusal<"request_body_too_large"> {
  const { notices, passing, publicUrl } = approving;
  const { agentGrantId } = agentOf(call);
  const shown = formOf(operation).shownOf(input);
  const personal = shown.personal && JSON.stringify(shown.personal);
  if (Buffer.byteLength(personal ?? JSON.stringify(shown.arguments)) > ARGUMENT_BYTES_MAX) {
    const message = `a person is shown arguments of at most ${ARGUMENT_BYTES_MAX} bytes`;
    return refuse("request_body_too_large", message, { maxBytes: ARGUMENT_BYTES_MAX });
  }
  const view = viewAt(shards, target);
  const realm = view.realmNumberOf(target.realmKey);
  const snapshot = view.refreshed();
  const revisions = realm === undefined ? [] : revisionsIn(approving, snapshot, realm, input);
  const claim: Claim = {
    operation: operation.id,
    environment: environmentOf(call.caller, call.environment),
    ...(product !== undefined && { productId: product.productId }),
    arguments: shown.arguments,
    hiddenValues: shown.hidden,
    ...(personal && { sealedArguments: passing.seal(personal, argumentsDigest) }),
    keyIds: passing.keyIds,
    argumentsDigest,
    ...(olderDigests.length > 0 && { olderDigests }),
    ...(product?.build !== undefined && { buildDigest: product.build.digest }),
    revisions,
    idempotencyKey: call.idempotencyKey,
    agentGrantId,
    approvalsUrl: `${publicUrl}/console/approvals`,
    origin: { address: ipText(call.address), userAgent: call.userAgent.slice(0, USER_AGENT_MAX) },
  };
  return { claim, notices: realm === undefined ? [] : notices(snapshot, realm, input) };
}

/** What the input names and leads to, each once, in the order of the ids. */
function revisionsIn(
  { seenRevision, seenNamed }: Approving,
  snapshot: Snapshot,
  realm: number,
  input: Record<string, unknown>,
): BoundRevision[] {
  const made = [...idsIn(input, new Set())].flatMap(
    (id) => seenRevision(snapshot, realm, id) ?? [],
  );
  const all = [...made, ...seenNamed(snapshot, realm, input)];
  const each = new Map(all.map((bound) => [bound.id, bound]));
  return [...each.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function send(
  { shards, nowMs }: ApprovalParts,
  { call, gate }: Approved,
  { claim, notices }: Claimed,
  go: (bound: string) => void,
): void {
  if (call.isFinished) return;
  const caller = agentOf(call);
  const { realmKey, principal } = targetInTenant(caller.agentGrantId, caller.tenantId);
  const envelope = envelopeText({
    operation: CLAIM,
    requestId: call.requestId,
    who: whoText(realmKey, principal.principalId, actorOf(caller, PLATFORM_SHARD), "mcp"),
    // The approval itself remembers what was asked for by the key of the call.
    key: "",
    input: JSON.stringify(claim),
    isPlain: false,
    prepared: "",
  });
  const taker = new ClaimTaker(call, gate, notices, go);
  if (shards.couriers.get(PLATFORM_SHARD)?.send(envelope, taker, nowMs()) !== true) {
    call.refuse(refuseUnanswered(gate));
  }
}

/** Takes what the platform shard says of the approval. */
class ClaimTaker implements ReplyTaker {
  readonly #call: Call;
  readonly #gate: Gate;
  readonly #notices: readonly string[];
  readonly #go: (bound: string) => void;

  constructor(call: Call, gate: Gate, notices: readonly string[], go: (bound: string) => void) {
    this.#call = call;
    this.#gate = gate;
    this.#notices = notices;
    this.#go = go;
  }

  get isFinished(): boolean {
    return this.#call.isFinished;
  }

  onReply(status: number, flags: number, _suffix: string, body: string): void {
    if (this.#call.isFinished) return;
    if (status === CLAIMED) this.#go(body);
    else if (status >= UNANSWERED) this.#call.refuse(refuseUnanswered(this.#gate));
    else this.#call.refuse(withNotices(refusalIn(flags, body), this.#notices));
  }

  /** Whether the approval was consumed is not known; the same write by the same key finds out. */
  onNoReply(): void {
    this.#call.refuse(refuseUnanswered(this.#gate));
  }
}

const CLAIMED = 200;
const UNANSWERED = 500;

function refusalIn(flags: number, body: string): Refusal {
  const told = JSON.parse(body);
  const { code, message, details }: BareRefusal =
    (flags & REPLY_BARE_REFUSAL) === 0 ? told.error : told;
  // What every answer says of its own operation is said of the call's, not of the claim.
  const { operation: _, docUrl: __, ...own } = details;
  return { refused: true, code, message, details: own, facts: [] };
}

/** The refusal of a call that waits for a person, with what that person must know: clients show its message. */
function withNotices(refusal: Refusal, notices: readonly string[]): Refusal {
  const isWaiting = refusal.details?.["status"] === "pending";
  if (!isWaiting || notices.length === 0) return refusal;
  return { ...refusal, message: [refusal.message, ...notices].join("; ") };
}

function refuseUnanswered({ isMutation }: Gate): Refusal {
  const message = "approvals cannot be looked up now; retry with the same key";
  if (isMutation) return retriedAfter(refuseUnavailable(message), 1);
  return retriedAfter(refuse("resource_reader_unavailable", message, { reader: "shard" }), 1);
}

/** Every text of the input that has the form of an id. */
function idsIn(value: unknown, ids: Set<string>): Set<string> {
  if (typeof value === "string") {
    if (ID.test(value)) ids.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) idsIn(part, ids);
  }
  return ids;
}
const ID = /^[a-z]{1,12}_[0-9A-Z]{26}$/;

type Form = {
  /** Without the fields that have their default, as the digest of a request is made. */
  canonical(input: Record<string, unknown>, environment: Environment): string;
  shownOf(input: Record<string, unknown>): ShownArguments;
};
const forms = new WeakMap<AnyOperation, Form>();

function formOf(operation: AnyOperation): Form {
  const known = forms.get(operation);
  if (known !== undefined) return known;
  const { path, query, body } = operation;
  const schemas = [path, query, body];
  const canonicalForm = canonicalFormOf(schemas);
  const defaults = defaultsOf(schemas);
  const form: Form = {
    canonical: (input, environment) =>
      canonicalForm(defaults === undefined ? input : defaults.leftOutOf(input, environment)),
    shownOf: shownArgumentsOf(schemas),
  };
  forms.set(operation, form);
  return form;
}

function agentOf({ caller }: Call): AgentCaller {
  invariant(caller.kind === "agent", "an approval is of an agent's call");
  return caller;
}
