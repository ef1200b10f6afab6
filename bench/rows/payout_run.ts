/** Transfers while another run of the same Product pays very many people. */
import { type Bank, openBank } from "../bank.ts";
import { openLoopOfTransfers, worstBeside } from "../open_loop.ts";
import { newPayee } from "../payee.ts";
import type { Row, Settings } from "../row.ts";
import { type Client, call } from "../seed.ts";

const PAYOUTS: Record<Settings["size"], number> = { small: 1_000, usual: 100_000, full: 100_000 };
/** So many more are made before anything is measured, as in the warm-up of other rows: V8 compiles what makes payouts in the first seconds. */
const WARM_UP_PART = 0.1;
/** Payouts of one request, by the name of the side: a batch holds its shard as long as it is decided. The largest is the most that there may be. */
const BATCHES = { beside: 100, besideLargest: 1_000 } as const;
/** Transfers per second beside the run. */
const RATE = 500;

export const payoutRun: Row = {
  name: "payout_run",
  title: "transfers while 100,000 payouts are made in batches of 100, and of 1,000",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 0,
  figures: [
    {
      name: "p99Ms",
      text: "p99 of transfers, batches of 100, the worst ten seconds, ms",
      digits: 1,
      asked: { below: 50 },
    },
    { name: "largestP99Ms", text: "the same, batches of 1,000, ms", digits: 1 },
    { name: "aloneP99Ms", text: "the same while nobody is paid, ms", digits: 1 },
    {
      name: "payoutsPerSecond",
      text: "payouts that the simulator has accepted per second, batches of 100",
      digits: 0,
    },
    { name: "largestPerSecond", text: "the same, batches of 1,000", digits: 0 },
  ],
  async open(settings) {
    const { connections } = settings;
    const bank = await openBank(settings);
    const count = PAYOUTS[settings.size];
    const beneficiaryId = await payeeOf(bank, count * WARM_UP_PART).catch(async (cause) => {
      await bank.close();
      throw cause;
    });
    const shape = { rate: RATE, connections };
    return {
      sides: [
        { name: "alone", turn: (seconds) => openLoopOfTransfers(bank, { ...shape, seconds }) },
        ...Object.entries(BATCHES).map(([name, items]) => ({
          name,
          async turn() {
            const { p99Ms, workMs } = await worstBeside(bank, shape, () =>
              payAll(bank, beneficiaryId, { count, items }),
            );
            await refuseUnaccepted(bank.client);
            return { p99Ms, payoutsPerSecond: (count * 1_000) / workMs };
          },
        })),
      ],
      notes: [
        `${count.toLocaleString("en-US")} payouts of one Product, batch after batch, each accepted by the simulator in its record; ` +
          `${RATE} transfers a second of the same Product; open loop; ${(count * WARM_UP_PART).toLocaleString("en-US")} payouts more before, not measured`,
      ],
      // What is on its way to the bank is reserved, and still on the accounts.
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    p99Ms: of("beside", "p99Ms"),
    aloneP99Ms: of("alone", "p99Ms"),
    payoutsPerSecond: of("beside", "payoutsPerSecond"),
    largestP99Ms: of("besideLargest", "p99Ms"),
    largestPerSecond: of("besideLargest", "payoutsPerSecond"),
  }),
};

/** The id of somebody who can be paid, and has been paid so often. */
async function payeeOf(bank: Bank, times: number): Promise<string> {
  const beneficiaryId = await newPayee(bank.client);
  await payAll(bank, beneficiaryId, { count: times, items: BATCHES.besideLargest });
  return beneficiaryId;
}

/** Makes the payouts, from each account in turn; each is accepted in the record that makes it. */
async function payAll(
  { client, group: { accountIds } }: Bank,
  beneficiaryId: string,
  { count, items: ofOne }: { count: number; items: number },
): Promise<void> {
  for (let from = 0; from < count; from += ofOne) {
    const items = Array.from({ length: Math.min(ofOne, count - from) }, (_, at) => ({
      sourceAccountId: accountIds[(from + at) % accountIds.length],
      ...{ beneficiaryId, amount: "1", currency: "USD" },
    }));
    const { made } = await call(client, "POST", "/v1/payouts/batch", { items });
    if (made !== items.length) throw new Error(`${made} of ${items.length} payouts were made`);
  }
}

/** Throws where a payout waits for the simulator: its acceptance would not have been measured. */
async function refuseUnaccepted(client: Client): Promise<void> {
  const waiting = `/v1/payouts?productId=${client.demo.productId}&status=created&limit=1`;
  const { items } = await call(client, "GET", waiting);
  if ((items as unknown[]).length > 0) throw new Error("a payout is not accepted");
}
