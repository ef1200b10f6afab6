/** Transfers of a Product while the clock of another one on the same shard runs very many due rows. */
import { openBank } from "../bank.ts";
import { openLoopOfTransfers, worstBeside } from "../open_loop.ts";
import { dueRows, makeProgramBook } from "../program_bank.ts";
import type { Row, Settings } from "../row.ts";

const ROWS: Record<Settings["size"], number> = { small: 100, usual: 100_000, full: 100_000 };
/** Transfers per second beside the clock. */
const RATE = 500;

export const due: Row = {
  name: "due",
  title: "transfers of others while 100,000 due rows run",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 0,
  figures: [
    {
      name: "p99Ms",
      text: "p99 of transfers of another Product, the worst ten seconds, ms",
      digits: 1,
      asked: { below: 50 },
    },
    { name: "aloneP99Ms", text: "the same while no rows run, ms", digits: 1 },
    { name: "rowsPerSecond", text: "due rows that run per second", digits: 0 },
  ],
  async open(settings) {
    const { connections } = settings;
    const bank = await openBank(settings, { flags: ["--shards", "1"] });
    const book = await makeProgramBook(bank.server).catch(async (cause) => {
      await bank.close();
      throw cause;
    });
    const rows = ROWS[settings.size];
    const latencies = (seconds: number) =>
      openLoopOfTransfers(bank, { rate: RATE, seconds, connections });
    return {
      sides: [
        { name: "alone", turn: (seconds) => latencies(seconds) },
        {
          name: "beside",
          async turn() {
            const advance = await dueRows(book, rows);
            const shape = { rate: RATE, connections };
            const { p99Ms, workMs } = await worstBeside(bank, shape, async () => {
              const ran = await advance();
              if (ran !== rows) throw new Error(`${ran} of ${rows} rows ran`);
            });
            return { p99Ms, rowsPerSecond: (rows * 1_000) / workMs };
          },
        },
      ],
      notes: [
        `${rows.toLocaleString("en-US")} rows of one Product due at once, ${RATE} transfers a second of another one on the one shard; open loop`,
      ],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    p99Ms: of("beside", "p99Ms"),
    aloneP99Ms: of("alone", "p99Ms"),
    rowsPerSecond: of("beside", "rowsPerSecond"),
  }),
};
