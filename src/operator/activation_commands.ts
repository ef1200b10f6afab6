/** The operator's commands that decide about live: what companies have asked for, and what is open. */
import { type CommandFlag, KEY, type OperationCommand } from "./operator_command.ts";

const PRODUCT: CommandFlag = {
  name: "product",
  value: "PRODUCT_ID",
  help: "which",
  isRequired: true,
  field: "productId",
};
const REASON_SHOWN: CommandFlag = {
  name: "reason",
  value: "TEXT",
  help: "why; the company reads it",
  isRequired: true,
};

export const ACTIVATION_COMMANDS: readonly OperationCommand[] = [
  {
    name: "product activate",
    summary: "Open live to a Product that asked for it, or was suspended",
    kind: "write",
    operation: "platform.product.activation.decide",
    defaults: { outcome: "active" },
    flags: [PRODUCT, KEY],
  },
  {
    name: "product reject",
    summary: "Do not open live to a Product that asked for it",
    kind: "write",
    operation: "platform.product.activation.decide",
    defaults: { outcome: "rejected" },
    flags: [PRODUCT, REASON_SHOWN, KEY],
  },
  {
    name: "product suspend",
    summary: "Close live to a Product until you activate it again",
    kind: "write",
    operation: "platform.product.activation.decide",
    defaults: { outcome: "suspended" },
    flags: [PRODUCT, REASON_SHOWN, KEY],
  },
];
