/** For tests: a program that pays out. An order is paid into its escrow and settled: a fee, and the net to a beneficiary. */
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import type { PayoutDocument } from "../../../../src/features/payout/payout_document.ts";
import { programOf } from "../../../../src/features/product/running_program.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import { followedBy } from "../../programs/paid_out.ts";
import { made } from "../beneficiary/beneficiaries.ts";
import { called, objectMade, payer, runProgram } from "./objects.ts";

const THEN = followedBy({
  ...{ posted: "markPaid", failed: "payLater" },
  ...{ returned: "cameBack", cancelled: "payLater" },
});

const NET = { label: "net", account: "fields.payee", ...THEN };

export const ORDER_PROGRAM = {
  language: "blueprint/1",
  name: "Orders that are settled with a beneficiary",
  currencies: ["EUR"],
  accounts: { revenue: { role: "product_revenue", owner: "product" } },
  nouns: {
    order: {
      subject: { field: "buyer" },
      currency: "'EUR'",
      fields: {
        buyer: { type: "customer", required: true, immutable: true },
        payee: { type: "beneficiary", required: true },
        total: { type: "amount", required: true, immutable: true },
      },
      own: { escrow: { currency: "'EUR'", drainBefore: ["settled"] } },
      states: {
        open: { initial: true },
        funded: {},
        paying: {},
        unpaid: {},
        back: {},
        settled: {},
        closed: { terminal: true },
      },
      actions: {
        pay: {
          from: ["open"],
          to: "funded",
          moves: [
            {
              label: "pay",
              amount: "fields.total",
              from: "customer(fields.buyer).customer_balance",
              to: "own.escrow",
            },
          ],
        },
        settle: {
          from: ["funded"],
          to: "paying",
          moves: [
            {
              label: "settle",
              amount: "balance(own.escrow)",
              from: "own.escrow",
              to: [
                {
                  label: "fee",
                  bps: 250,
                  round: "down",
                  account: "product.revenue",
                  book: "revenue.order_fee",
                },
                { ...NET, remaining: true },
              ],
            },
          ],
        },
        payAgain: {
          from: ["unpaid", "back"],
          to: "paying",
          moves: [
            {
              label: "again",
              amount: "balance(own.escrow)",
              from: "own.escrow",
              to: "fields.payee",
              ...THEN,
            },
          ],
        },
        changePayee: {
          from: ["funded", "unpaid", "back"],
          to: "funded",
          input: { payee: { type: "beneficiary", required: true } },
          set: { payee: "input.payee" },
        },
        markPaid: { from: ["paying"], to: "settled" },
        payLater: { from: ["paying"], to: "unpaid" },
        cameBack: { from: ["settled"], to: "back" },
        close: { from: ["settled"], to: "closed" },
      },
      schedules: {
        again: {
          on: "enter:unpaid",
          at: "addDays(now(), 1)",
          action: "payAgain",
          until: ["settled"],
        },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        ...["order.create", "order.settle", "order.payAgain", "order.changePayee"],
        ...["order.markPaid", "order.close"],
      ],
    },
    buyer: { actors: ["customer"], as: "subject", allow: ["order.pay"] },
    clock: {
      actors: ["clock"],
      allow: ["order.markPaid", "order.payLater", "order.cameBack", "order.payAgain"],
    },
  },
  limits: [
    {
      name: "escrow",
      measure: "sum(balance(order.own.escrow))",
      currency: "EUR",
      cap: "1000000",
      scope: "product",
    },
  ],
  books: { revenue: ["revenue.order_fee"] },
};

export type GivenOrder = {
  order: ProgramObject;
  payeeId: string;
  buyerId: string;
  revenueId: string;
  escrowId: string;
};

/** An order of `total` minor units that is paid into its escrow. `beneficiary`: what its payee has that is not usual. */
export async function fundedOrder(
  world: World,
  total: string,
  beneficiary: Input = {},
): Promise<GivenOrder> {
  runProgram(world, ORDER_PROGRAM);
  const { beneficiaryId } = await made(world, beneficiary);
  return { ...orderTo(world, beneficiaryId, total), payeeId: beneficiaryId };
}

/** A paid order whose payee is the beneficiary, in a world that runs the program. */
export function orderTo(world: World, payee: string, total: string): Omit<GivenOrder, "payeeId"> {
  const { customerId: buyer } = payer(world, { currency: "EUR", amount: BigInt(total) });
  const order = objectMade(world, "order", { buyer, payee, total });
  called(world, order, "pay", { onBehalfOf: buyer });
  const accounts = programOf(world.state, world.realmOf(world.caller))?.accounts ?? {};
  return {
    order,
    buyerId: buyer,
    revenueId: accounts["revenue.EUR"] ?? "",
    escrowId: order.ownAccounts[0]?.accountId ?? "",
  };
}

/** The payouts of the world, in the order in which they were made. */
export function payoutsIn({ state: { payouts } }: World): PayoutDocument[] {
  return [...payouts.values()].sort((one, other) => (one.payoutId < other.payoutId ? -1 : 1));
}
