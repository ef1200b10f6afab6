/** The operator's commands that act in live Products: what stands in for the customers' own ways, banks and compliance. */
import { CORRECTED_ENDS } from "../features/collection/collection_correction.ts";
import { CORRECTED_OUTCOMES } from "../features/payout/payout_correction.ts";
import { KEY, KEY_OF_REPEATABLE, type OperationCommand, REASON } from "./operator_command.ts";

/** What compliance and the platform do to an entity. */
const ENTITY_COMMANDS = [
  {
    verb: "restrict",
    summary: "Restrict an entity: it gets no new accounts until you reinstate it",
  },
  { verb: "suspend", summary: "Suspend an entity: as restricted, and nothing is submitted of it" },
  { verb: "reinstate", summary: "Make a restricted or suspended entity active again" },
].map(
  ({ verb, summary }): OperationCommand => ({
    name: `entity ${verb}`,
    summary,
    kind: "write",
    operation: `platform.entity.${verb}`,
    flags: [
      { name: "entity", value: "ENTITY_ID", help: "which", isRequired: true, field: "entityId" },
      REASON,
      KEY,
    ],
  }),
);

/** What a bank has done, against what was heard of it first. */
function correcting(
  noun: "payout" | "collection",
  outcomes: readonly string[],
  help: string,
  more: OperationCommand["flags"] = [],
): OperationCommand {
  const value = `${noun.toUpperCase()}_ID`;
  return {
    name: `${noun} correct`,
    summary: `Book what a bank has done with a ${noun} against what was heard first; ask the bank before`,
    kind: "repeatable",
    operation: `platform.${noun}.correct`,
    flags: [
      { name: noun, value, help: "which", isRequired: true, field: `${noun}Id` },
      {
        name: "outcome",
        value: outcomes.join("|"),
        help,
        isRequired: true,
        oneOf: outcomes,
      },
      ...more,
      REASON,
      KEY_OF_REPEATABLE,
    ],
  };
}

/** Erases somebody who is paid. A chosen id does not say in which Product and environment it is. */
const ERASING_BENEFICIARY: OperationCommand = {
  name: "beneficiary erase",
  summary: "Make the account numbers of somebody who is paid unreadable, for ever",
  kind: "repeatable",
  operation: "platform.beneficiary.erase",
  environmentFlag: "environment",
  flags: [
    {
      name: "beneficiary",
      value: "BENEFICIARY_ID",
      help: "whose",
      isRequired: true,
      field: "beneficiaryId",
    },
    {
      name: "product",
      value: "PRODUCT_ID",
      help: "where it is; needed for an id that the Product has chosen",
      field: "productId",
    },
    {
      name: "environment",
      value: "live|sandbox",
      help: "beside --product; live by default",
      oneOf: ["live", "sandbox"],
    },
    REASON,
    KEY_OF_REPEATABLE,
  ],
};

export const LIVE_COMMANDS: readonly OperationCommand[] = [
  {
    name: "customer activate",
    summary: "Make a pending customer of a live Product active",
    kind: "repeatable",
    operation: "platform.customer.activate",
    flags: [
      {
        name: "customer",
        value: "CUSTOMER_ID",
        help: "which",
        isRequired: true,
        field: "customerId",
      },
      REASON,
      {
        name: "kyc-tier",
        value: "TIER",
        field: "kycTier",
        help: "what you have verified of it; tier_1 by default, the least for an account",
        oneOf: ["tier_0", "tier_1", "tier_2", "tier_3"],
      },
      KEY_OF_REPEATABLE,
    ],
  },
  ...ENTITY_COMMANDS,
  {
    name: "entity erase",
    summary: "Make what was submitted of an entity unreadable, for ever",
    kind: "repeatable",
    operation: "platform.entity.erase",
    flags: [
      { name: "entity", value: "ENTITY_ID", help: "whose", isRequired: true, field: "entityId" },
      REASON,
      KEY_OF_REPEATABLE,
    ],
  },
  ERASING_BENEFICIARY,
  {
    name: "compliance-outcome",
    summary: "Clear or refuse a customer access of a live Product, as compliance",
    kind: "repeatable",
    operation: "platform.compliance_outcome.create",
    flags: [
      {
        name: "access",
        value: "CUSTOMER_ACCESS_ID",
        help: "which",
        isRequired: true,
        field: "customerAccessId",
      },
      {
        name: "outcome",
        value: "clear|refuse",
        help: "clear: the customer may have it; refuse: it may not",
        isRequired: true,
        oneOf: ["clear", "refuse"],
      },
      { ...REASON, help: `${REASON.help}: name the check, so that two are two` },
      KEY_OF_REPEATABLE,
    ],
  },
  {
    name: "account fund",
    summary: "Book money that has arrived outside for an account of a live Product",
    kind: "repeatable",
    operation: "platform.account_funding.create",
    flags: [
      {
        name: "account",
        value: "ACCOUNT_ID",
        help: "which",
        isRequired: true,
        field: "destinationAccountId",
      },
      {
        name: "amount",
        value: "AMOUNT",
        help: "minor units: 1250 is EUR 12.50",
        isRequired: true,
      },
      { name: "currency", value: "CODE", help: "the account's own, EUR", isRequired: true },
      { ...REASON, help: `${REASON.help}: name the payment, so that two are two` },
      { name: "description", value: "TEXT", help: "what the tenant sees on the transfer" },
      KEY_OF_REPEATABLE,
    ],
  },
  {
    name: "account release",
    summary: "Book money that has left a closed Product outside, by the bank that had it",
    kind: "repeatable",
    operation: "platform.account_release.create",
    flags: [
      {
        name: "account",
        value: "ACCOUNT_ID",
        help: "which has it",
        isRequired: true,
        field: "sourceAccountId",
      },
      { name: "amount", value: "AMOUNT", help: "minor units: 1250 is EUR 12.50", isRequired: true },
      { name: "currency", value: "CODE", help: "the account's own, EUR", isRequired: true },
      { name: "provider", value: "NAME", help: "the bank; none for money that you have funded" },
      { ...REASON, help: `${REASON.help}: name the payment, so that two are two` },
      { name: "description", value: "TEXT", help: "what the tenant sees on the transfer" },
      KEY_OF_REPEATABLE,
    ],
  },
  correcting(
    "payout",
    CORRECTED_OUTCOMES,
    "posted: it has sent one that failed or was cancelled; failed: it never sent one that was posted; returned: the money of one that was posted has come back to it",
  ),
  correcting(
    "collection",
    CORRECTED_ENDS,
    "collected: it has the money of one that failed, was cancelled or came back; failed: it never took that of one that was collected; returned: it has it no longer",
    [
      {
        name: "request",
        value: "PROVIDER_REQUEST_ID",
        help: "by which of its attempts, as `provider reconcile` names it: where the bank has collected by another one, too, a second sum goes to suspense, or back; without it the last by which a bank was asked",
        field: "providerRequestId",
      },
    ],
  ),
];
