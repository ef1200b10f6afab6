/** Decision table of financial_address.retrieve. */
import {
  activeAddress,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { financialAddressRetrieve } from "./financial_address_noun.ts";

decisionTable(financialAddressRetrieve, {
  given: (world) => ({ address: activeAddress(world) }),
  input: ({ address }) => ({ financialAddressId: address.financialAddressId }),
  rows: [
    {
      title: "an address",
      outcome: "the address as it is now",
      reply: { status: "active", type: "iban" },
    },
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
  ],
});
