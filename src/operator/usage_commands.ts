/** The operator's commands about what Products are charged: rates that were agreed with sales, and whether counts are right. */
import { METERS } from "../features/metering/meters.ts";
import { LISTED } from "../features/platform/listed_rate.ts";
import { type CommandFlag, KEY, type OperatorCommand } from "./operator_command.ts";

const METER_NAMES = METERS.map(({ meter }) => meter);

const PRODUCT: CommandFlag = {
  name: "product",
  value: "PRODUCT_ID",
  help: "which",
  isRequired: true,
  field: "productId",
};
const ENVIRONMENT: CommandFlag = {
  name: "environment",
  value: "live|sandbox",
  help: "where; live by default",
  oneOf: ["live", "sandbox"],
};

export const REVENUE_COMMAND = "revenue";

export const USAGE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: "product rate",
    summary: "Record a price of a Product that was agreed with sales",
    kind: "write",
    operation: "platform.product.rate.agree",
    flags: [
      PRODUCT,
      {
        name: "meter",
        value: METER_NAMES.join("|"),
        help: "of what",
        isRequired: true,
        oneOf: METER_NAMES,
      },
      {
        name: "rate",
        value: `AMOUNT|custom|${LISTED}`,
        help: `what one costs, minor units of EUR; custom: on an invoice of its own; ${LISTED}: what it costs everybody`,
        isRequired: true,
      },
      KEY,
    ],
  },
  {
    name: "usage check",
    summary: "Compare a month's statement of usage with the sum over its records, meter by meter",
    kind: "list",
    operation: "platform.usage.check",
    environmentFlag: ENVIRONMENT.name,
    flags: [
      PRODUCT,
      { name: "month", value: "YYYY-MM", help: "which month", isRequired: true },
      ENVIRONMENT,
    ],
  },
  {
    name: REVENUE_COMMAND,
    summary: "What all Products of live are charged for a month, what was paid and what is due",
    kind: "own",
    flags: [
      {
        name: "month",
        value: "YYYY-MM",
        help: "which month; also without the name of the flag",
        isRequired: true,
        isArgument: true,
      },
      { name: "format", value: "json|csv", help: "json by default", oneOf: ["json", "csv"] },
    ],
  },
];
