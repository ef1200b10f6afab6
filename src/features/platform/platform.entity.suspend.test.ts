/** Decision table of platform.entity.suspend. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntitySuspend } from "./platform.entity.suspend.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

decisionTable(
  platformEntitySuspend,
  entityStatusTable({ from: ["active", "restricted"], to: "suspended" }),
);
