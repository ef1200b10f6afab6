/** Decision table of platform.entity.restrict. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformEntityRestrict } from "./platform.entity.restrict.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

decisionTable(platformEntityRestrict, entityStatusTable({ from: ["active"], to: "restricted" }));
