/** Decision table of platform.entity.restrict. */
import { platformEntityRestrict } from "./platform.entity.restrict.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

entityStatusTable(platformEntityRestrict, { from: ["active"], to: "restricted" });
