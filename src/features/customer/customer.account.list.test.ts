/** The accounts of one customer, and the index behind them. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { close, createAccount, createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerAccountList } from "./customer.account.list.ts";

/** Three accounts of a customer, one second apart, the last one closed; one of another customer. */
function given(world: World) {
  const { customerId } = createCustomer(world);
  const owner = { type: "customer", id: customerId };
  const euro = createAccount(world, { owner });
  createAccount(world);
  const yen = createAccount(world, { owner, currency: "JPY" });
  const closed = createAccount(world, { owner });
  close(world, closed.accountId);
  return { customerId, euro, yen, closed };
}

const rows = listed<ReturnType<typeof given>, "euro" | "yen" | "closed">(
  customerAccountList,
  "accountId",
  [
    { title: "no filter", expected: ["closed", "yen", "euro"] },
    { title: "status", input: { status: "closed" }, expected: ["closed"] },
    { title: "currency", input: { currency: "JPY" }, expected: ["yen"] },
    {
      title: "from, inclusive",
      input: ({ yen }) => ({ createdFrom: yen.createdAt }),
      expected: ["closed", "yen"],
    },
    {
      title: "to, exclusive",
      input: ({ yen }) => ({ createdTo: yen.createdAt }),
      expected: ["euro"],
    },
  ],
);

decisionTable(customerAccountList, {
  given,
  input: ({ customerId }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    ...rows,
    ...UNKNOWN_CUSTOMERS,
    cursorOfOtherFilters(customerAccountList, { currency: "EUR" }),
  ],
});
