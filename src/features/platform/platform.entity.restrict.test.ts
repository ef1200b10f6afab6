/** Decision table of platform.entity.restrict. */
import { entityStatusTable } from "../../../test/support/features/platform/entity_status.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntityRestrict } from "./platform.entity.restrict.ts";

decisionTable(platformEntityRestrict, entityStatusTable({ from: ["active"], to: "restricted" }));
