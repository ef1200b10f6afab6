/**
 * The approval of a person, asked for in the protocol: a client that can open an address for its user
 * is asked to open the page of the approval, and then sends the request again. The client's answer is
 * no approval: the person approves on that page, and the request is decided anew.
 */
import { createHash } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import { canonicalJson } from "../base/canonical_json.ts";
import type { ErrorBody } from "../contract/error_envelope.ts";
import type { ToolOutcome } from "./tool_call.ts";
import type { ToolArguments } from "./tool_input.ts";

/** What goes to the client and comes back: signed, and no more than the approval's own id. */
export type ApprovalState = { agentApprovalId: string; argumentsDigest: string };

export type ApprovalStates = Pick<RequestStateCodec<ApprovalState>, "mint" | "verify">;

/** How long a person has, seconds: the life of an approval request. */
const STATE_SECONDS = 600;

/** `keys`: those that states may be signed with, the current one first. */
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

/** What the client is asked; undefined where the outcome asks for no approval that can be given. */
export type ApprovalRequest = {
  resultType: "input_required";
  inputRequests: Record<string, { method: "elicitation/create"; params: UrlRequest }>;
  requestState: string;
};
type UrlRequest = { mode: "url"; message: string; url: string };

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
      approval: {
        method: "elicitation/create",
        params: { mode: "url", message, url: approvalUrl },
      },
    },
    requestState: await states.mint({ agentApprovalId, argumentsDigest }),
  };
}

/** A digest of the tool and its arguments, so that a state is of one call. */
export function argumentsDigestOf(name: string, given: ToolArguments): string {
  return createHash("sha256")
    .update(`${name}\n${canonicalJson(given)}`)
    .digest("base64url");
}
