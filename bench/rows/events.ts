/** A page of events against a page of transfers, whatever the age of the events and however few match. */
import { bankOf } from "../bank.ts";
import { filledBook } from "../book/book.ts";
import { loadTurn } from "../load.ts";
import type { Figure, Row, Settings } from "../row.ts";
import { type Client, call } from "../seed.ts";
import { startServerOn } from "../server.ts";
import { newestSequence } from "../webhooks.ts";

const TRANSFERS: Record<Settings["size"], number> = {
  small: 20_000,
  usual: 1_000_000,
  full: 1_000_000,
};
const ACCOUNTS = 200;
const LIMIT = 50;
/** Few, so that pages are what is measured and not their waiting for one another. */
const CONNECTIONS = 8;
/** A type of which there is one event an account, all of them older than every transfer. */
const RARE_TYPE = "account.created";

/** The pages of events, each with what it is. */
const PAGES = {
  newest: "the newest",
  old: "far back, by a cursor",
  byTime: "far back, by createdTo",
  rareType: "of a rare type",
  resource: "of one transfer",
  account: "of one account",
  after: "after a sequence in the middle",
} as const;
type Page = keyof typeof PAGES;
const NAMES = Object.keys(PAGES) as Page[];

export const events: Row = {
  name: "events",
  title: `a page of ${LIMIT} events against one of ${LIMIT} transfers`,
  pairs: 5,
  seconds: 2,
  warmUpSeconds: 2,
  figures: [
    ...NAMES.map(
      (name): Figure => ({
        name,
        text: `${PAGES[name]}: times the cost`,
        digits: 2,
        asked: { below: 2 },
      }),
    ),
    { name: "transfersPerSecond", text: "pages of transfers per second", digits: 0 },
    { name: "eventsPerSecond", text: "pages of the newest events per second", digits: 0 },
  ],
  async open(settings) {
    const transfers = TRANSFERS[settings.size];
    const book = await filledBook(settings, { accounts: ACCOUNTS, transfers });
    try {
      const server = await startServerOn(book.dataDir);
      const { apiKey } = server.demo;
      const bank = bankOf(settings, server, { apiKey, accountIds: await book.accountIds() });
      const { generator } = settings;
      const { productId } = server.demo;
      const sideOf = (name: string, path: string) => ({
        name,
        turn: (seconds: number) =>
          loadTurn(
            generator,
            { ...bank.target("page"), path: `/v1${path}` },
            { connections: CONNECTIONS, seconds },
          ),
      });
      const list = `?productId=${productId}&limit=${LIMIT}`;
      const queries = await queriesOf(bank.client, bank.group.accountIds, list);
      return {
        sides: [
          sideOf("transfers", `/transfers${list}`),
          ...NAMES.map((name) => sideOf(name, `/events${list}${queries[name]}`)),
        ],
        notes: [
          `${transfers.toLocaleString("en-US")} transfers, one event each, after ${ACCOUNTS} accounts; ` +
            `nothing is written meanwhile; ${CONNECTIONS} connections`,
        ],
        check: async () => undefined,
        close: async () => {
          await bank.close();
          await book.remove();
        },
      };
    } catch (cause) {
      await book.remove();
      throw cause;
    }
  },
  derive: (of) => ({
    ...Object.fromEntries(
      NAMES.map((name) => [name, of("transfers", "perSecond") / of(name, "perSecond")]),
    ),
    transfersPerSecond: of("transfers", "perSecond"),
    eventsPerSecond: of("newest", "perSecond"),
  }),
};

/** What each page adds to the query of its list. */
async function queriesOf(
  client: Client,
  [accountId]: readonly string[],
  list: string,
): Promise<Record<Page, string>> {
  const middle = Math.floor((await newestSequence(client)) / 2);
  const after = `&afterSequence=${middle}`;
  const page = await call(client, "GET", `/v1/events${list}${after}`);
  type Shown = { timestamp: string; data: { resource: { id: string } } };
  const [shown] = page["items"] as Shown[];
  if (shown === undefined) throw new Error("there is no event in the middle");
  const byTime = `&createdTo=${encodeURIComponent(shown.timestamp)}`;
  const newestOfOld = await call(client, "GET", `/v1/events${list}${byTime}`);
  const cursor = encodeURIComponent(String(newestOfOld["nextCursor"]));
  return {
    newest: "",
    old: `${byTime}&cursor=${cursor}`,
    byTime,
    rareType: `&types=${RARE_TYPE}`,
    resource: `&resourceId=${shown.data.resource.id}`,
    account: `&resourceId=${accountId}`,
    after,
  };
}
