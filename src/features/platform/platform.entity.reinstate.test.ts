/** Decision table of platform.entity.reinstate. */
import { entityStatusTable } from "../../../test/support/features/platform/entity_status.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntityReinstate } from "./platform.entity.reinstate.ts";

decisionTable(
  platformEntityReinstate,
  entityStatusTable({ from: ["restricted", "suspended"], to: "active" }),
);
