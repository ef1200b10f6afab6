/** The feature of customer access: which customers are enrolled in the Product, and what they may use. */
import type { Feature } from "../../contract/declare/feature.ts";
import { customerAccessActivate } from "./customer_access.activate.ts";
import { customerAccessCreate } from "./customer_access.create.ts";
import { customerAccessResume } from "./customer_access.resume.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { customerAccessSuspend } from "./customer_access.suspend.ts";
import { customerAccessExamples } from "./customer_access_examples.ts";
import {
  type CustomerAccessState,
  customerAccesses,
  customerAccessList,
  customerAccessRetrieve,
} from "./customer_access_noun.ts";
import { customerAccessWords } from "./customer_access_words.ts";

export const customerAccessFeature = {
  tag: {
    name: "Customer access",
    description: "The enrolment of customers in the Product, and which ports they may use.",
  },
  words: customerAccessWords,
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
  ...customerAccesses.manifest,
} satisfies Feature<CustomerAccessState>;
