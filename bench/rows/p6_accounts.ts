/** P6: transfers among few accounts against transfers among very many; and a start with these. */
import { type Bank, bankOf } from "../bank.ts";
import { type Book, filledBook } from "../book/book.ts";
import { type Row, type Settings, SHORTFALL } from "../row.ts";
import { startServerOn } from "../server.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SMALL_SIZES = [100, 1_000];
/** Accounts whose balances are checked after the turns. */
const CHECKED_ACCOUNTS = 200;

export const p6Accounts: Row = {
  name: "p6",
  title: "1,000 to 1,000,000 accounts",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    { name: "ratio", text: "most accounts against fewest", digits: 2, asked: { atLeast: 0.85 } },
    { name: "fewPerSecond", text: "transfers per second, fewest accounts", digits: 0 },
    { name: "manyPerSecond", text: "transfers per second, most accounts", digits: 0 },
    { name: "fewP99Ms", text: "p99, ms, fewest accounts", digits: 1 },
    { name: "manyP99Ms", text: "p99, ms, most accounts", digits: 1 },
    { name: "fewP999Ms", text: "p99.9, ms, fewest accounts", digits: 1 },
    { name: "manyP999Ms", text: "p99.9, ms, most accounts", digits: 1 },
    {
      name: "startSeconds",
      text: "start with 1,000,000 accounts after a clean stop, seconds",
      digits: 2,
      asked: { below: 5 },
    },
  ],
  async open(settings) {
    const sizes = settings.size === "small" ? SMALL_SIZES : SIZES;
    const opened: { book: Book; bank?: Bank }[] = [];
    const close = async () => {
      for (const { book, bank } of opened) {
        await bank?.close();
        await book.remove();
      }
    };
    try {
      const banks: Bank[] = [];
      for (const accounts of sizes) {
        const book = await filledBook(settings, { accounts, transfers: 0 });
        const entry: { book: Book; bank?: Bank } = { book };
        opened.push(entry);
        entry.bank = await bankOn(settings, book);
        banks.push(entry.bank);
      }
      const few = sizes.at(0)?.toLocaleString("en-US");
      const many = sizes.at(-1)?.toLocaleString("en-US");
      return {
        sides: banks.map((bank) => ({
          name: String(bank.group.accountIds.length),
          turn: async (seconds) => ({
            ...(await bank.load("transfer", seconds)),
            startSeconds: bank.server.readyMs / 1_000,
          }),
        })),
        notes: [`fewest ${few}, most ${many} accounts, each used`],
        check: async () => {
          for (const bank of banks) await bank.checkSome(CHECKED_ACCOUNTS);
        },
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
  derive(of, sides) {
    const [few = "", many = ""] = [sides.at(0), sides.at(-1)];
    const fewPerSecond = of(few, "perSecond");
    const manyPerSecond = of(many, "perSecond");
    return {
      ratio: manyPerSecond / fewPerSecond,
      fewPerSecond,
      manyPerSecond,
      fewP99Ms: of(few, "p99Ms"),
      manyP99Ms: of(many, "p99Ms"),
      fewP999Ms: of(few, "p999Ms"),
      manyP999Ms: of(many, "p999Ms"),
      startSeconds: of(many, "startSeconds"),
    };
  },
};

async function bankOn(settings: Settings, book: Book): Promise<Bank> {
  const server = await startServerOn(book.dataDir);
  const { apiKey } = server.demo;
  return bankOf(settings, server, { apiKey, accountIds: await book.accountIds() });
}
