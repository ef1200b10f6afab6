/** account.list: filters, order and pages. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { createAccount, freeze, fund, platformAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { accountList } from "./account_resource.ts";

/** Three accounts, newest last: a customer's in EUR and in USD (frozen), and the Product's. */
function given(world: World) {
  const { productId } = world.principal;
  const euros = createAccount(world, { name: "Holiday fund", externalId: "acc-1" });
  const dollars = createAccount(world, { currency: "USD" });
  const owner = { type: "product", id: productId };
  const operating = createAccount(world, { role: "product_operating", owner });
  fund(world, euros.accountId, 1n);
  const platform = { accountId: platformAccount(world) };
  freeze(world, dollars.accountId, "all");
  return { euros, dollars, operating, platform };
}
type Given = ReturnType<typeof given>;

const rows = listed<Given>(accountList, "accountId", [
  { title: "no filter", expected: ["operating", "dollars", "euros"] },
  { title: "status", input: { status: "frozen" }, expected: ["dollars"] },
  { title: "currency", input: { currency: "USD" }, expected: ["dollars"] },
  { title: "role", input: { role: "customer_balance" }, expected: ["dollars", "euros"] },
  { title: "role of the platform", input: { role: "suspense" }, expected: ["platform"] },
  {
    title: "owner",
    input: ({ euros }) => ({ ownerId: euros.owner.id }),
    expected: ["euros"],
  },
  { title: "part of a name in any case", input: { search: "HOLIDAY" }, expected: ["euros"] },
  { title: "part of an external id", input: { search: "acc-" }, expected: ["euros"] },
  {
    title: "account id",
    input: ({ dollars }) => ({ search: dollars.accountId }),
    expected: ["dollars"],
  },
  { title: "part of an id", input: { search: "acct_" }, expected: [] },
  {
    title: "from, inclusive",
    input: ({ dollars }) => ({ createdFrom: dollars.createdAt }),
    expected: ["operating", "dollars"],
  },
  {
    title: "to, exclusive",
    input: ({ dollars }) => ({ createdTo: dollars.createdAt }),
    expected: ["euros"],
  },
]);

decisionTable(accountList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
  rows: [...rows, OTHER_PRODUCT, cursorOfOtherFilters(accountList, { currency: "EUR" })],
});
