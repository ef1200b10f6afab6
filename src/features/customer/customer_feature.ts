/** The feature of customers: their operations, and every list over one customer. */
import type { Feature } from "../../contract/declare/feature.ts";
import { customerAccountList } from "./customer.account.list.ts";
import { customerActivityList } from "./customer.activity.list.ts";
import { customerBalanceList } from "./customer.balance.list.ts";
import { customerClose } from "./customer.close.ts";
import { customerCollectionList } from "./customer.collection.list.ts";
import { customerConsentList } from "./customer.consent.list.ts";
import { customerCreate } from "./customer.create.ts";
import { customerObjectList } from "./customer.object.list.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerTransferList } from "./customer.transfer.list.ts";
import { customerUpdate } from "./customer.update.ts";
import { customerExamples } from "./customer_examples.ts";
import { customerFacts } from "./customer_facts.ts";
import { type CustomerState, customerList, customerRetrieve, customers } from "./customer_noun.ts";
import { customerWords } from "./customer_words.ts";

export const customerFeature = {
  tag: { name: "Customers", description: "The persons and organizations that a Product serves." },
  words: customerWords,
  operations: [
    customerCreate,
    customerList,
    customerRetrieve,
    customerUpdate,
    customerSuspend,
    customerReactivate,
    customerClose,
    customerAccountList,
    customerBalanceList,
    customerTransferList,
    customerActivityList,
    customerObjectList,
    customerConsentList,
    customerCollectionList,
  ],
  examples: customerExamples,
  ...customers.manifest,
  facts: customerFacts,
} satisfies Feature<CustomerState>;
