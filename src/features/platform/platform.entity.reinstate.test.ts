/** Decision table of platform.entity.reinstate. */
import { platformEntityReinstate } from "./platform.entity.reinstate.ts";
import { entityStatusTable } from "./testing_entity_status.ts";

entityStatusTable(platformEntityReinstate, { from: ["restricted", "suspended"], to: "active" });
