/**
 * The examples of financial addresses: Ada's wallet gets an IBAN, which is disabled, enabled and retired; an alias of it
 * waits until the simulator is told what becomes of it.
 */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { RETIRED_IBAN as IBAN, PRODUCT, WALLET } from "../example_ids.ts";

const ALIAS = exampleId("fa", 802);

const path = { financialAddressId: IBAN };

export const financialAddressExamples: readonly Example[] = [
  {
    at: "10:11:00",
    operation: "financial_address.create",
    body: {
      accountId: WALLET,
      type: "iban",
      country: "DE",
      currency: "EUR",
      metadata: { shownTo: "customer" },
    },
    makes: { financialAddressId: IBAN, "details.iban": "DE23000000001348932480" },
  },
  { at: "10:11:05", operation: "financial_address.retrieve", path },
  {
    at: "10:11:10",
    operation: "financial_address.list",
    query: { productId: PRODUCT, status: "active", limit: 1 },
  },
  {
    at: "10:11:15",
    operation: "account.financial_address.list",
    path: { accountId: WALLET },
    query: { limit: 1 },
  },
  { at: "10:11:20", operation: "financial_address.disable", path },
  { at: "10:11:25", operation: "financial_address.enable", path },
  { at: "10:11:30", operation: "financial_address.retire", path },
  {
    at: "10:11:35",
    operation: "financial_address.create",
    isFurther: true,
    body: { accountId: WALLET, type: "alias", country: "DE", currency: "EUR" },
    makes: { financialAddressId: ALIAS },
  },
];
