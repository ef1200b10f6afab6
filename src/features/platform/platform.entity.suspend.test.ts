/** Decision table of platform.entity.suspend. */
import { entityStatusTable } from "../../../test/support/features/platform/entity_status.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntitySuspend } from "./platform.entity.suspend.ts";

decisionTable(
  platformEntitySuspend,
  entityStatusTable({ from: ["active", "restricted"], to: "suspended" }),
);
