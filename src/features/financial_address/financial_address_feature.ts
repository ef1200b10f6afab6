/** The feature of financial addresses: bank details by which money from outside reaches accounts. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { financialAddressCreate } from "./financial_address.create.ts";
import { financialAddressDisable } from "./financial_address.disable.ts";
import { financialAddressEnable } from "./financial_address.enable.ts";
import { financialAddressReceivedCreditList } from "./financial_address.received_credit.list.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { financialAddressExamples } from "./financial_address_examples.ts";
import {
  type FinancialAddressState,
  financialAddresses,
  financialAddressList,
  financialAddressRetrieve,
} from "./financial_address_noun.ts";
import { financialAddressWords } from "./financial_address_words.ts";

export const financialAddressFeature = {
  tag: {
    name: "Financial addresses",
    description: "Bank details by which money from outside reaches accounts.",
  },
  words: financialAddressWords,
  operations: [
    financialAddressCreate,
    financialAddressDisable,
    financialAddressEnable,
    financialAddressRetire,
    financialAddressList,
    financialAddressRetrieve,
    financialAddressReceivedCreditList,
  ],
  examples: financialAddressExamples,
  ...financialAddresses.manifest,
} satisfies Feature<FinancialAddressState & ProviderRequestState & ProviderState>;
