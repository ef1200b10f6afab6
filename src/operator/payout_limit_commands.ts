/** The operator's commands for limits of payouts: of a Product or one of its customers, in live or in the sandbox. */
import { PAYOUT_PERIODS } from "../features/payout_limit/payout_period.ts";
import { type CommandFlag, KEY, type OperationCommand, REASON } from "./operator_command.ts";

const ENVIRONMENT: CommandFlag = {
  name: "environment",
  value: "live|sandbox",
  help: "where it holds; live by default",
  oneOf: ["live", "sandbox"],
};
const CUSTOMER: CommandFlag = {
  name: "customer",
  value: "CUSTOMER_ID",
  help: "only payouts from accounts of this customer; all of the Product by default",
  field: "customerId",
};
const PRODUCT: CommandFlag = {
  name: "product",
  value: "PRODUCT_ID",
  help: "whose payouts",
  isRequired: true,
  field: "productId",
};
/** What names one limit. */
const NAMED: readonly CommandFlag[] = [
  PRODUCT,
  CUSTOMER,
  ENVIRONMENT,
  { name: "currency", value: "CODE", help: "of the payouts: EUR", isRequired: true },
  {
    name: "period",
    value: PAYOUT_PERIODS.join("|"),
    help: "a calendar day, a week from Monday on, a calendar month; UTC, by the Product's clock",
    isRequired: true,
    oneOf: PAYOUT_PERIODS,
  },
];

export const PAYOUT_LIMIT_COMMANDS: readonly OperationCommand[] = [
  {
    name: "payout-limit set",
    summary:
      "Limit the payouts of a Product, or of one of its customers; replaces the limit before",
    kind: "write",
    operation: "platform.payout_limit.set",
    environmentFlag: ENVIRONMENT.name,
    flags: [
      ...NAMED,
      {
        name: "max-count",
        value: "NUMBER",
        help: "the most payouts of a period; 0: none",
        field: "maxCount",
        read: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : text),
      },
      {
        name: "max-amount",
        value: "AMOUNT",
        help: "the most that they pay together, minor units: 1250 is EUR 12.50",
        field: "maxAmount",
      },
      {
        name: "max-each",
        value: "AMOUNT",
        help: "the most that one pays, minor units",
        field: "maxEach",
      },
      REASON,
      KEY,
    ],
  },
  {
    name: "payout-limit list",
    summary: "The limits of a Product's payouts, and what is used of them",
    kind: "list",
    operation: "platform.payout_limit.list",
    environmentFlag: ENVIRONMENT.name,
    flags: [PRODUCT, { ...CUSTOMER, help: "only those of this customer" }, ENVIRONMENT],
  },
  {
    name: "payout-limit remove",
    summary: "Remove a limit of payouts",
    kind: "write",
    operation: "platform.payout_limit.remove",
    environmentFlag: ENVIRONMENT.name,
    flags: [...NAMED, REASON, KEY],
  },
];
