/** What a request says of a confirmation: the rules that the contract has in words, and its facts. */
import { invariant } from "../../base/invariant.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import type { ConfirmedFacts, ConfirmedType } from "./external_confirmation_document.ts";
import type { ExternalConfirmationDraft } from "./external_confirmation_schema.ts";

const MONEY = ["amount", "currency"] as const;
/** The types of which a confirmation may name the account that the money is for. */
const WITH_DESTINATION: readonly ConfirmedType[] = ["received_credit", "collection"];

export function issuesOfDraft(draft: ExternalConfirmationDraft): Issue[] {
  const { type, id } = draft.resource;
  const isCredit = type === "received_credit";
  const required: (string | false)[] = [
    id === undefined && !isCredit && "resource.id",
    id === undefined && isCredit && draft.financialAddressId === undefined && "financialAddressId",
    ...MONEY.map((name) => type !== "verification" && draft[name] === undefined && name),
  ];
  const unknown: (string | false)[] = [
    ...MONEY.map((name) => type === "verification" && draft[name] !== undefined && name),
    !isCredit && draft.financialAddressId !== undefined && "financialAddressId",
    !WITH_DESTINATION.includes(type) &&
      draft.destinationAccountId !== undefined &&
      "destinationAccountId",
  ];
  return [
    ...issues(required, "required", (path) => `${path} is required of the type ${type}`),
    ...issues(unknown, "unknown_field", (path) => `${path} is no field of the type ${type}`),
  ];
}

function issues(
  paths: readonly (string | false)[],
  code: string,
  messageOf: (path: string) => string,
): Issue[] {
  return paths
    .filter((path) => path !== false)
    .map((path) => ({ code, message: messageOf(path), path: path.split(".") }));
}

export function factsOf(draft: ExternalConfirmationDraft): ConfirmedFacts {
  const { sourceOperationId, financialAddressId, destinationAccountId, amount, currency } = draft;
  const occurredAtMs = parseTimestamp(draft.occurredAt);
  invariant(occurredAtMs !== undefined, "the schema has checked the time");
  return {
    provider: draft.provider,
    externalReference: draft.externalReference,
    outcome: draft.outcome,
    resource: draft.resource,
    ...(sourceOperationId !== undefined && { sourceOperationId }),
    ...(financialAddressId !== undefined && { financialAddressId }),
    ...(destinationAccountId !== undefined && { destinationAccountId }),
    ...(amount !== undefined && { amountMinor: amount }),
    ...(currency !== undefined && { currency }),
    occurredAtMs,
  };
}
