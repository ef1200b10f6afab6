/** The addresses of a Product: filters, searches, order and pages. */
import { threeAddresses } from "../../../test/support/features/financial_address/addresses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { financialAddressList } from "./financial_address_noun.ts";

type Given = ReturnType<typeof threeAddresses>;

const grouped = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

const rows = listed<Given, "first" | "second" | "third">(
  financialAddressList,
  "financialAddressId",
  [
    { title: "no filter", expected: ["third", "second", "first"] },
    { title: "account", input: ({ accountId }) => ({ accountId }), expected: ["second", "first"] },
    { title: "status", input: { status: "disabled" }, expected: ["first"] },
    { title: "type", input: { type: "uk_account" }, expected: ["third"] },
    { title: "currency", input: { currency: "GBP" }, expected: ["third"] },
    {
      title: "account and status",
      input: ({ accountId }) => ({ accountId, status: "pending" }),
      expected: ["second"],
    },
    { title: "a status that none has", input: { status: "failed" }, expected: [] },
    {
      title: "an IBAN",
      input: ({ first }) => ({ search: first.details.iban }),
      expected: ["first"],
    },
    {
      title: "an IBAN in groups of four, in small letters",
      input: ({ first }) => ({ search: grouped(first.details.iban).toLowerCase() }),
      expected: ["first"],
    },
    {
      title: "the last digits of an account number",
      input: ({ third }) => ({ search: third.details.accountNumber.slice(-6) }),
      expected: ["third"],
    },
    {
      title: "a sort code and an account number",
      input: ({ third }) => ({
        search: `${third.details.sortCode} ${third.details.accountNumber}`,
      }),
      expected: ["third"],
    },
    { title: "an external id", input: { search: "alias-1" }, expected: ["second"] },
    {
      title: "its id",
      input: ({ second }) => ({ search: second.financialAddressId }),
      expected: ["second"],
    },
    {
      title: "the id of its account",
      input: ({ accountId }) => ({ search: accountId }),
      expected: ["second", "first"],
    },
  ],
);

decisionTable(financialAddressList, {
  given: threeAddresses,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    OTHER_PRODUCT,
    {
      title: "another Product's key",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    cursorOfOtherFilters(financialAddressList, { status: "active" }),
  ],
});
