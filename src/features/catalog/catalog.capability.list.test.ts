/** catalog.capability.list: every capability, with scopes that operations ask for. */
import assert from "node:assert/strict";
import { askedScopes, wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { CAPABILITIES } from "../product/capabilities.ts";
import { catalogCapabilityList } from "./catalog.capability.list.ts";

decisionTable(catalogCapabilityList, {
  rows: [
    wholeList(
      catalogCapabilityList,
      "capability",
      CAPABILITIES.map(({ capability }) => capability),
    ),
    {
      title: "its scopes",
      outcome: "each one that some operation asks for",
      check({ reply }) {
        const asked = askedScopes();
        for (const { scopes } of reply.items) {
          for (const scope of scopes) assert.ok(asked.includes(scope), scope);
        }
      },
    },
  ],
});
