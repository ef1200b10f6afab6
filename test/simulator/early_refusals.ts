/** Requests before their decision: the code of an early refusal, and the identity of a request. */
import { decodeIdSuffix, frameOf } from "../../src/base/id.ts";
import { type Principal, realmKeyOf } from "../../src/contract/declare/principal.ts";
import type { Caller, WriteRequest } from "./edge.ts";
import type { Input } from "./model/model.ts";
import { inputOf } from "./model/validity.ts";

/** Operations that take a key which was made in a browser. */
const BROWSER_ONLY = ["create", "update", "enable", "delete", "secret.rotate"].map(
  (name) => `webhook_endpoint.${name}`,
);

/** Every Product's first key was made in a browser. */
export function isBrowserKey({ principalId }: Principal): boolean {
  return !principalId.endsWith("_1");
}

/**
 * The code of a request that is refused before a decision, in the order of the checks (api.md 2.0
 * (8)).
 */
export function earlyRefusalOf(request: WriteRequest, { principal }: Caller): string | undefined {
  const { operation, idempotencyKey } = request;
  if (operation.startsWith("sandbox.") && principal.environment === "live") {
    return "operation_environment_invalid";
  }
  if (idempotencyKey === "") return "idempotency_required";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idempotencyKey))
    return "invalid_request";
  const input = inputOf(request);
  if (input === undefined) return "invalid_request";
  if (BROWSER_ONLY.includes(operation) && !isBrowserKey(principal)) return "operation_not_allowed";
  if (operation === "sandbox.reset" && input.productId !== principal.productId) {
    return "resource_not_found";
  }
  if (operation.startsWith("platform.")) return refusalOfPlace(input, principal.environment);
  return operation === "transfer_hold.expire" ? "operation_not_allowed" : undefined;
}

/**
 * The operator acts where the id belongs: an id that nothing has, or that is of a sandbox, has no place.
 * Every id of the form of ids is one that the client has seen in its realm.
 */
function refusalOfPlace(input: Input, environment: string): string | undefined {
  const { customerId, customerAccessId, destinationAccountId = "" } = input;
  if (!/^[a-z]+_[0-9A-Z]{26}$/.test(customerId ?? customerAccessId ?? destinationAccountId)) {
    if (customerAccessId !== undefined) return "customer_access_not_found";
    return customerId === undefined ? "account_not_found" : "customer_not_found";
  }
  return environment === "sandbox" ? "operation_environment_invalid" : undefined;
}

/**
 * Whether the code is what a sandbox's id gets once its sandbox was reset: the operator's request then
 * names an id of nothing.
 */
export function isOfResetSandbox({ operation }: WriteRequest, code: string | undefined): boolean {
  if (!operation.startsWith("platform.")) return false;
  return /^(account|customer|customer_access)_not_found$/.test(code ?? "");
}

/**
 * Whether the code is what the operator gets for an id of a frame of which nobody was told anything. The
 * disk may hold such a frame, and so the model has the id, although the shard stopped before it knew:
 * what the edges see then ends before it, until a restart.
 */
export function isOfUntoldId(
  request: WriteRequest,
  code: string | undefined,
  acknowledgedFrame: number,
): boolean {
  if (!isOfResetSandbox(request, code)) return false;
  const { customerId, customerAccessId, destinationAccountId = "" } = inputOf(request) ?? {};
  const id = String(customerId ?? customerAccessId ?? destinationAccountId);
  const origin = decodeIdSuffix(id.slice(id.indexOf("_") + 1));
  return origin !== undefined && frameOf(origin.place) > acknowledgedFrame;
}

/**
 * The identity of a request: its operation, Product, environment and input. To leave a field out and to
 * send its default is the same request.
 */
export function identityOf(request: WriteRequest, { principal }: Caller): string {
  const realm = realmKeyOf(principal);
  const { test, ...input } = inputOf(request) ?? {};
  const isDefault = test === undefined || test === (principal.environment === "sandbox");
  const told = isDefault ? input : { ...input, test };
  return `${request.operation} ${realm} ${sortedJson(told)}`;
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
