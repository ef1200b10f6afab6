/** The external confirmations of a Product: filters, searches, order and pages. */
import { threeConfirmations } from "../../../test/support/features/external_confirmation/confirmations.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { externalConfirmationList } from "./external_confirmation_noun.ts";

type Given = ReturnType<typeof threeConfirmations>;

const rows = listed<Given, "first" | "second" | "third">(
  externalConfirmationList,
  "externalConfirmationId",
  [
    { title: "no filter", expected: ["third", "second", "first"] },
    { title: "status", input: { status: "recorded" }, expected: ["third", "second"] },
    { title: "a type", input: { resourceType: "payout" }, expected: ["first"] },
    { title: "a type that none has", input: { resourceType: "verification" }, expected: [] },
    {
      title: "what is confirmed",
      input: ({ first }) => ({ resourceId: (first["resource"] as { id: string }).id }),
      expected: ["first"],
    },
    { title: "a reference", input: { externalReference: "LETTER-1" }, expected: ["first"] },
    {
      title: "the beginning of a reference",
      input: { externalReference: "LETTER" },
      expected: [],
    },
    { title: "a part of references", input: { search: "letter" }, expected: ["third", "first"] },
    {
      title: "its id",
      input: ({ second }) => ({ search: second["externalConfirmationId"] }),
      expected: ["second"],
    },
    {
      title: "the id of what is confirmed",
      input: ({ first }) => ({ search: (first["resource"] as { id: string }).id }),
      expected: ["first"],
    },
  ],
);

decisionTable(externalConfirmationList, {
  given: threeConfirmations,
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
    cursorOfOtherFilters(externalConfirmationList, { status: "matched" }),
  ],
});
