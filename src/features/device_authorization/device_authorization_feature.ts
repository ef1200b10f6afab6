/** Programs that wait for a person's consent. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { deviceAuthorizationApprove } from "./device_authorization.approve.ts";
import { deviceAuthorizationCreate } from "./device_authorization.create.ts";
import { deviceAuthorizationDeny } from "./device_authorization.deny.ts";
import { deviceAuthorizationRetrieve } from "./device_authorization.retrieve.ts";
import { deviceExamples } from "./device_examples.ts";
import { deviceFacts } from "./device_facts.ts";
import { createDeviceState, type DeviceState } from "./device_state.ts";

export const deviceAuthorizationFeature = {
  tag: "Start",
  words: {
    done: {
      "device_authorization.approve": "Let a program or an agent in",
      "device_authorization.deny": "Denied a program or an agent",
    },
  },
  operations: [
    deviceAuthorizationCreate,
    deviceAuthorizationRetrieve,
    deviceAuthorizationApprove,
    deviceAuthorizationDeny,
  ],
  examples: deviceExamples,
  facts: deviceFacts,
  eventsOf: {
    "device_authorization.begun.1": noEvents,
    "device_authorization.changed.1": noEvents,
    "device_authorization.polled.1": noEvents,
  },
  createState: createDeviceState,
  tables: ({ devices }) => [devices],
} satisfies Feature<DeviceState>;
