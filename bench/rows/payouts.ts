/** Payouts to a bank, with the simulator as provider, against transfers, on one server in one run. */
import { openBank } from "../bank.ts";
import { loadTurn } from "../load.ts";
import { newPayee } from "../payee.ts";
import type { Row } from "../row.ts";

export const payouts: Row = {
  name: "payouts",
  title: "`POST /payouts` over ACH in a sandbox, each accepted by the simulator before its answer",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 2,
  figures: [
    { name: "ratio", text: "times P1", digits: 2, asked: { atLeast: 0.35 } },
    { name: "perSecond", text: "payouts per second", digits: 0 },
    { name: "p99Ms", text: "p99, ms", digits: 1 },
    { name: "transfersPerSecond", text: "transfers per second", digits: 0 },
  ],
  async open(settings) {
    const { generator, connections } = settings;
    const bank = await openBank(settings);
    try {
      const draft = { beneficiaryId: await newPayee(bank.client), amount: "1", currency: "USD" };
      const paying = {
        ...bank.target("call"),
        path: "/v1/payouts",
        body: JSON.stringify({ sourceAccountId: "{id}", ...draft }),
      };
      return {
        sides: [
          { name: "transfers", turn: (seconds) => bank.load("transfer", seconds) },
          {
            name: "payouts",
            turn: (seconds) => loadTurn(generator, paying, { connections, seconds }),
          },
        ],
        notes: [
          "each payout is one record: it reserves the money, and has the answer of the simulator",
        ],
        // What is on its way to the bank is reserved, and still on the accounts.
        check: bank.check,
        close: bank.close,
      };
    } catch (cause) {
      await bank.close();
      throw cause;
    }
  },
  derive: (of) => ({
    ratio: of("payouts", "perSecond") / of("transfers", "perSecond"),
    perSecond: of("payouts", "perSecond"),
    p99Ms: of("payouts", "p99Ms"),
    transfersPerSecond: of("transfers", "perSecond"),
  }),
};
