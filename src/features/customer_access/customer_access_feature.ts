/** The feature of customer access: which customers are enrolled in the Product, and what they may use. */

import type { Feature } from "../../contract/feature.ts";
import { customerAccessActivate } from "./customer_access.activate.ts";
import { customerAccessCreate } from "./customer_access.create.ts";
import { customerAccessList } from "./customer_access.list.ts";
import { customerAccessResume } from "./customer_access.resume.ts";
import { customerAccessRetrieve } from "./customer_access.retrieve.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { customerAccessSuspend } from "./customer_access.suspend.ts";
import { customerAccessEvents, customerAccessEventTypes } from "./customer_access_events.ts";
import { customerAccessExamples } from "./customer_access_examples.ts";
import { customerAccessFacts } from "./customer_access_facts.ts";
import { customerAccesses } from "./customer_access_resource.ts";
import { type CustomerAccessState, createCustomerAccessState } from "./customer_access_state.ts";

export const customerAccessFeature = {
  tag: {
    name: "Customer access",
    description: "The enrolment of customers in the Product, and which ports they may use.",
  },
  operations: [
    customerAccessCreate,
    customerAccessList,
    customerAccessRetrieve,
    customerAccessActivate,
    customerAccessSuspend,
    customerAccessResume,
    customerAccessRevoke,
  ],
  examples: customerAccessExamples,
  events: customerAccessEventTypes,
  resources: [customerAccesses],
  facts: customerAccessFacts,
  eventsOf: customerAccessEvents,
  createState: createCustomerAccessState,
  tables: (state) => [state.customerAccesses],
} satisfies Feature<CustomerAccessState>;
