/**
 * The approval of a person, asked for in the protocol: a client that can open an address for its user
 * is asked once to open the page of the approval, and then sends the request again. The client's answer is
 * no approval: the person approves on that page, and the request is decided anew. A client answers as soon as
 * the page is open, so a request that comes back before the person has decided is refused and not asked again
 * (decisions/0115).
 */
import { createHash } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import { canonicalJson } from "../base/canonical_json.ts";
import type { ErrorBody } from "../contract/refusals/error_envelope.ts";
import { isMap } from "./client_view.ts";
import type { ToolOutcome } from "./tool_call.ts";
import type { ToolArguments } from "./tool_input.ts";

/**
 * The state that the client sends back with its answer (`requestState`), signed. It tells nothing but the approval's
 * id.
 */
export type ApprovalState = { agentApprovalId: string; argumentsDigest: string };

export type ApprovalStates = Pick<RequestStateCodec<ApprovalState>, "mint" | "verify">;

/** How long a state is taken, seconds: as long as a request for approval waits for a person. */
const STATE_SECONDS = 600;

/**
 * Signs states, and verifies those that come back. `keys`: those that a state may be signed with, the current one
 * first.
 */
export function approvalStates(keys: () => readonly Uint8Array[]): ApprovalStates {
  const known = new WeakMap<Uint8Array, RequestStateCodec<ApprovalState>>();
  const codecOf = (key: Uint8Array): RequestStateCodec<ApprovalState> => {
    let codec = known.get(key);
    if (codec === undefined) {
      codec = createRequestStateCodec<ApprovalState>({ key, ttlSeconds: STATE_SECONDS });
      known.set(key, codec);
    }
    return codec;
  };
  return {
    mint: (...state) => codecOf(keys()[0] as Uint8Array).mint(...state),
    async verify(...state) {
      const verified = keys().map((key) => codecOf(key).verify(...state));
      return await Promise.any(verified).catch(() => verified[0] as Promise<ApprovalState>);
    },
  };
}

/** The result by which the client is asked to open the page of the approval. */
export type ApprovalRequest = {
  resultType: "input_required";
  inputRequests: Record<string, { method: "elicitation/create"; params: UrlRequest }>;
  requestState: string;
};
type UrlRequest = { mode: "url"; message: string; url: string };

/** The key of the one request, and of its answer. */
const ASKED = "approval";

/** The request to the client; undefined where the outcome is not the refusal of a call that waits for an approval. */
export async function approvalRequestOf(
  states: ApprovalStates,
  { code, text }: ToolOutcome,
  name: string,
  given: ToolArguments,
): Promise<ApprovalRequest | undefined> {
  if (code !== "agent_approval_required") return undefined;
  const { message, details } = (JSON.parse(text) as ErrorBody).error;
  const { agentApprovalId, approvalUrl, status = "pending" } = details;
  if (typeof approvalUrl !== "string" || typeof agentApprovalId !== "string") return undefined;
  if (status !== "pending") return undefined;
  const argumentsDigest = argumentsDigestOf(name, given);
  return {
    resultType: "input_required",
    inputRequests: {
      [ASKED]: {
        method: "elicitation/create",
        params: { mode: "url", message, url: approvalUrl },
      },
    },
    requestState: await states.mint({ agentApprovalId, argumentsDigest }),
  };
}

/** The parts of a request that say whether its client was asked before. */
export type SentAgain = {
  inputResponses?: Readonly<Record<string, unknown>> | undefined;
  isWithState: boolean;
};

/** What the client's user did with the address (2026-07-28, Elicitation: Response Actions). */
export type Answer = "accept" | "decline" | "cancel";

/**
 * The client's answer; undefined where the client was not asked before. An answer of an unknown form counts as
 * `cancel`.
 */
export function answerIn({ inputResponses, isWithState }: SentAgain): Answer | undefined {
  if (inputResponses === undefined && !isWithState) return undefined;
  const answer = inputResponses?.[ASKED];
  const action = isMap(answer) ? answer["action"] : undefined;
  return action === "accept" || action === "decline" ? action : "cancel";
}

const ANSWERED: Readonly<Record<Answer, string>> = {
  accept: "The page of the approval was opened, and nobody has approved there yet.",
  decline:
    "The person did not want to open the page of the approval; ask the person before you go on.",
  cancel: "The page of the approval was not opened.",
};

/** The refusal of a request that still waits for a person: its next step begins with what the client's user did. */
export function outcomeOfAnswer(outcome: ToolOutcome, answer: Answer): ToolOutcome {
  if (outcome.code !== "agent_approval_required") return outcome;
  const body = JSON.parse(outcome.text) as ErrorBody;
  const { status, nextStep } = body.error.details;
  if (status !== "pending") return outcome;
  const told = [ANSWERED[answer], nextStep].filter((part) => part !== undefined).join(" ");
  const details = { ...body.error.details, nextStep: told };
  return { ...outcome, text: JSON.stringify({ ...body, error: { ...body.error, details } }) };
}

/** SHA-256 of the tool's name and its arguments as canonical JSON, in base64url: it binds a state to one call. */
export function argumentsDigestOf(name: string, given: ToolArguments): string {
  return createHash("sha256")
    .update(`${name}\n${canonicalJson(given)}`)
    .digest("base64url");
}
