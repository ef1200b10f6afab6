/** Decision table of platform.entity.suspend. */
import { platformEntitySuspend } from "./platform.entity.suspend.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

entityStatusTable(platformEntitySuspend, { from: ["active", "restricted"], to: "suspended" });
