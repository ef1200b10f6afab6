/** Decision table of platform.entity.reinstate. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntityReinstate } from "./platform.entity.reinstate.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

decisionTable(
  platformEntityReinstate,
  entityStatusTable({ from: ["restricted", "suspended"], to: "active" }),
);
