/** What the tests of the whole platform need to know of events (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { field, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "event.list": {
      base: ofProduct,
      filters: {
        types: field("type", "transfer_hold.expired"),
        resourceType: () =>
          ["transfer_hold", "customer"].map((value) => ({
            value,
            matches: ({ data }) => ((data as Document)["resource"] as Document)["type"] === value,
          })),
        resourceId: ({ accountId = "", transferId = "" }) =>
          [accountId, transferId, "nothing"].map((value) => ({
            value,
            matches: ({ data }) => ((data as Document)["resource"] as Document)["id"] === value,
          })),
        // The entity of a customer has the same suffix; its account moves no money.
        customerId: ({ idleCustomerId = "", idleId = "" }) => [
          {
            value: idleCustomerId,
            matches: ({ data }) =>
              [idleCustomerId.slice("cust_".length), idleId].some((own) =>
                JSON.stringify(data).includes(own),
              ),
          },
          { value: "cust_00000000000000000000000001", matches: () => false },
        ],
        // Oldest first, so of one item or none.
        afterSequence: (_, items) =>
          items.slice(0, 2).map(({ sequence }) => ({
            value: String(sequence),
            matches: (item) => Number(item["sequence"]) > Number(sequence),
          })),
        // All that was to be delivered is delivered.
        deliverySuccess: () => [
          { value: "true", matches: () => true },
          { value: "false", matches: () => false },
        ],
      },
    },
    "event.delivery.list": {},
  },
};
