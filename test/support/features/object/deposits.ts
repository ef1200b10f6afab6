/** For tests: a program whose action collects by a mandate. A deposit is taken from a renter's account elsewhere, held, and given back. */
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import { followedBy } from "../../programs/paid_out.ts";
import { debtorMade, mandateMade } from "../consent/mandates.ts";
import { objectMade, payer, runProgram } from "./objects.ts";

const RENTER = "customer(fields.renter).customer_balance";

export const DEPOSIT_PROGRAM = {
  language: "blueprint/1",
  name: "Deposits that a bank collects",
  currencies: ["EUR"],
  nouns: {
    deposit: {
      subject: { field: "renter" },
      currency: "'EUR'",
      fields: {
        renter: { type: "customer", required: true, immutable: true },
        consent: { type: "consent", consentType: "collection", required: true },
        amount: { type: "amount", required: true, immutable: true },
      },
      own: { pot: { currency: "'EUR'", drainBefore: ["released"] } },
      states: {
        open: { initial: true },
        collecting: {},
        held: {},
        unpaid: {},
        lost: {},
        released: { terminal: true },
        ended: { terminal: true },
      },
      actions: {
        collect: {
          from: ["open", "unpaid"],
          to: "collecting",
          moves: [
            {
              ...{ label: "deposit", amount: "fields.amount" },
              ...{ from: "fields.consent", to: "own.pot" },
              ...followedBy({ collected: "keep", failed: "notPaid", returned: "lose" }),
            },
          ],
        },
        keep: { from: ["collecting"], to: "held" },
        notPaid: { from: ["collecting"], to: "unpaid" },
        lose: { from: ["held"], to: "lost" },
        spend: {
          from: ["held"],
          to: "held",
          moves: [{ label: "spent", amount: "amount('1')", from: "own.pot", to: RENTER }],
        },
        release: {
          from: ["held"],
          to: "released",
          moves: [{ label: "back", amount: "balance(own.pot)", from: "own.pot", to: RENTER }],
        },
        end: { from: ["open", "collecting", "lost", "unpaid"], to: "ended" },
      },
      schedules: {
        again: { on: "enter:unpaid", at: "addDays(now(), 1)", action: "collect" },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: ["create", "collect", "keep", "spend", "release", "end"].map(
        (action) => `deposit.${action}`,
      ),
    },
    clock: {
      actors: ["clock"],
      allow: ["collect", "keep", "notPaid", "lose"].map((action) => `deposit.${action}`),
    },
  },
  limits: [
    {
      name: "pots",
      measure: "sum(balance(deposit.own.pot))",
      currency: "EUR",
      cap: "1000000",
      scope: "product",
    },
  ],
};

export type GivenDeposit = {
  deposit: ProgramObject;
  renterId: string;
  accountId: string;
  beneficiaryId: string;
  consentId: string;
  potId: string;
};

/** A deposit of `amount` minor units of which nobody has been asked yet. */
export async function openDeposit(
  world: World,
  amount: string,
  { debtor = {}, consent = {} }: { debtor?: Input; consent?: Input } = {},
): Promise<GivenDeposit> {
  runProgram(world, DEPOSIT_PROGRAM);
  const { customerId: renterId, accountId } = payer(world, { currency: "EUR", amount: 0n });
  const parties = await debtorMade(world, debtor, { customerId: renterId });
  const { consentId } = mandateMade(world, parties, consent);
  const fields = { renter: renterId, consent: consentId, amount };
  const deposit = objectMade(world, "deposit", fields);
  const potId = deposit.ownAccounts[0]?.accountId ?? "";
  const { beneficiaryId } = parties;
  return { deposit, renterId, accountId, beneficiaryId, consentId, potId };
}
