/** What the tests of the whole platform need to know of objects (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { tellOfObjects } from "../../../test/support/features/object/object_story.ts";
import { driveRides } from "../../../test/support/features/object/rides.ts";
import { madeTicket } from "../../../test/support/features/object/tickets.ts";
import { field, transferStatus } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  after: ["build", "consent", "product"],
  lists: {
    "object.account.list": {},
    "object.action.list": { ascendingBy: "action" },
    "object.decision.list": { filters: { status: field("status", "approved") } },
    "object.history.list": {},
    "object.list": {
      filters: {
        state: field("state", "over"),
        subjectId: ({ customerId = "", idleCustomerId = "" }) =>
          [customerId, idleCustomerId].map((value) => ({
            value,
            matches: ({ subject }) => (subject as Document)["id"] === value,
          })),
        field: () =>
          ["1", "2", "3"].map((seats) => ({
            value: `seats:${seats}`,
            matches: ({ fields }) => String((fields as Document)["seats"]) === seats,
          })),
        search: (_, items) =>
          [String(items[0]?.["objectId"]), "ride"].map((value) => ({
            value,
            matches: ({ objectId }) => objectId === value,
          })),
      },
    },
    "object.reference.list": { filters: { direction: field("direction") } },
    "object.schedule.list": { filters: { status: field("status", "failed") } },
    "object.transfer.list": { filters: { status: transferStatus } },
  },
  madeByFounder: madeTicket,
  listedLater: driveRides,
  toldInSandbox: tellOfObjects,
};
