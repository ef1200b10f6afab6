/** P9: how much lists, by REST and by GraphQL, slow down the writes that run at the same time. */
import { type Bank, openBank } from "../bank.ts";
import { openLoopOfReads, type Read } from "../open_loop.ts";
import { type Row, SHORTFALL, type Turn } from "../row.ts";

export const READS_PER_SECOND = 1_000;
export const SMALL_READS_PER_SECOND = 50;
export const READ_CONNECTIONS = 64;

/** The asked share of the rate of writes alone. */
const SHARE = { atLeast: 0.8 };
/** The asked rate of reads, which is all of 1,000: a turn ends a little after its last request. */
const RATE = { atLeast: 990 };

export const p9Reads: Row = {
  name: "p9",
  title: "reads under full write load",
  pairs: 3,
  seconds: 3,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    { name: "ratio", text: "writes beside lists of 50, of those alone", digits: 2, asked: SHARE },
    { name: "readsPerSecond", text: "lists of 50 served per second", digits: 0, asked: RATE },
    { name: "readP99Ms", text: "p99 of a list of 50, from when it was due, ms", digits: 1 },
    { name: "readP999Ms", text: "p99.9 of a list of 50, ms", digits: 1 },
    {
      name: "graphqlRatio",
      text: "writes beside GraphQL, of those alone",
      digits: 2,
      asked: SHARE,
    },
    { name: "graphqlPerSecond", text: "queries served per second", digits: 0, asked: RATE },
    { name: "graphqlP99Ms", text: "p99 of a query, from when it was due, ms", digits: 1 },
    { name: "graphqlP999Ms", text: "p99.9 of a query, ms", digits: 1 },
  ],
  async open(settings) {
    const bank = await openBank(settings);
    const rate = settings.size === "small" ? SMALL_READS_PER_SECOND : READS_PER_SECOND;
    const beside = (next: () => Read) => async (seconds: number) => {
      const shape = { rate, seconds, connections: READ_CONNECTIONS };
      const [writes, reads] = await Promise.all([
        bank.load("transfer", seconds),
        openLoopOfReads(bank, shape, next),
      ]);
      const { perSecond: readsPerSecond, p99Ms: readP99Ms, p999Ms: readP999Ms } = reads;
      return { ...writes, readsPerSecond, readP99Ms, readP999Ms } as Turn;
    };
    return {
      sides: [
        { name: "alone", turn: (seconds) => bank.load("transfer", seconds) },
        { name: "lists", turn: beside(listsOf(bank, 50)) },
        { name: "shortLists", turn: beside(listsOf(bank, 10)) },
        { name: "graphql", turn: beside(queriesOf(bank)) },
      ],
      notes: [
        `${rate.toLocaleString("en-US")} reads a second. Lists: in turn a Product's transfers, an ` +
          "account's transfers, an account's entries. Queries: a Product's transfers, seven fields " +
          "of each. First page of 50, which is the default, or of 10",
      ],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    ratio: of("lists", "perSecond") / of("alone", "perSecond"),
    readsPerSecond: of("lists", "readsPerSecond"),
    readP99Ms: of("lists", "readP99Ms"),
    readP999Ms: of("lists", "readP999Ms"),
    shortRatio: of("shortLists", "perSecond") / of("alone", "perSecond"),
    shortReadsPerSecond: of("shortLists", "readsPerSecond"),
    graphqlRatio: of("graphql", "perSecond") / of("alone", "perSecond"),
    graphqlPerSecond: of("graphql", "readsPerSecond"),
    graphqlP99Ms: of("graphql", "readP99Ms"),
    graphqlP999Ms: of("graphql", "readP999Ms"),
  }),
};

function queriesOf({ server }: Bank): () => Read {
  const query =
    "query ($productId: String!) { transferList(productId: $productId) { items { transferId " +
    "sourceAccountId destinationAccountId amount currency status createdAt } nextCursor } }";
  const { productId } = server.demo;
  const body = JSON.stringify({ query, variables: { productId } });
  return () => ({ method: "POST", path: "/graphql", body });
}

/** In turn a Product's transfers, an account's transfers, an account's entries. */
export function listsOf({ group, server }: Bank, limit: number): () => Read {
  let turn = 0;
  const { accountIds } = group;
  return () => {
    const accountId = accountIds[turn % accountIds.length];
    const paths = [
      `/transfers?productId=${server.demo.productId}&limit=${limit}`,
      `/accounts/${accountId}/transfers?limit=${limit}`,
      `/accounts/${accountId}/entries?limit=${limit}`,
    ];
    const path = paths[turn++ % paths.length] as string;
    return { method: "GET", path, body: "" };
  };
}
