/** catalog.account_role.list: every role, with the KYC tier that it needs in the key's environment. */
import assert from "node:assert/strict";
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { ACCOUNT_ROLES } from "../ledger/roles.ts";
import { catalogAccountRoleList } from "./catalog.account_role.list.ts";

const tierOfBalance = (items: Answer[]) =>
  items.find(({ role }) => role === "customer_balance")?.kycTier;

decisionTable(catalogAccountRoleList, {
  rows: [
    wholeList(
      catalogAccountRoleList,
      "role",
      ACCOUNT_ROLES.map(({ role }) => role),
    ),
    {
      title: "in sandbox",
      outcome: "a customer's balance needs tier_0",
      check: ({ reply }) => assert.equal(tierOfBalance(reply.items), "tier_0"),
    },
    {
      title: "in live",
      environment: "live",
      outcome: "a customer's balance needs tier_1",
      check: ({ reply }) => assert.equal(tierOfBalance(reply.items), "tier_1"),
    },
  ],
});
