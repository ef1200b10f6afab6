/** What it costs an edge to find out who calls, with few and with many keys in the platform shard's view. */
import { type Book, peopledBook } from "../book/book.ts";
import type { CheckFigures, CheckTask } from "../book/check_credentials.ts";
import { built } from "../built.ts";
import { forkWith } from "../child.ts";
import type { Row, Settings } from "../row.ts";

const FEW = 10;
const MANY: Record<Settings["size"], number> = {
  small: 2_000,
  usual: 1_000_000,
  full: 1_000_000,
};

export const credentials: Row = {
  name: "credentials",
  title: "credential check on an edge, 10 keys and a million",
  pairs: 3,
  seconds: 5,
  warmUpSeconds: 0,
  figures: [
    {
      name: "keptRatio",
      text: "a key in use: a million keys against 10, times as long",
      digits: 2,
      asked: { below: 1.5 },
    },
    { name: "lookedUpRatio", text: "a key not used lately: the same", digits: 2 },
    { name: "kept", text: "a key in use, among a million, ns", digits: 0 },
    { name: "lookedUp", text: "a key not used lately, among a million, ns", digits: 0 },
    { name: "unknown", text: "an unknown key, among a million, ns", digits: 0 },
  ],
  async open(settings) {
    const many = MANY[settings.size];
    const books = new Map<string, { book: Book; keys: number }>();
    for (const [name, keys] of [
      ["few", FEW],
      ["many", many],
    ] as const) {
      const counts = { users: FEW, keys, sessions: FEW };
      books.set(name, { book: await peopledBook(settings, counts), keys });
    }
    const file = await built("bench/book/check_credentials.ts");
    return {
      sides: [...books].map(([name, { book, keys }]) => ({
        name,
        async turn(seconds) {
          const task: CheckTask = { dataDir: book.dataDir, keys, seconds };
          const execArgv = ["--enable-source-maps"];
          const { answer, stop } = await forkWith<{ figures: CheckFigures }>(file, task, {
            execArgv,
          });
          await stop();
          return answer.figures;
        },
      })),
      notes: [
        `${many.toLocaleString("en-US")} keys against ${FEW}; each turn in a process of its own, over the view that a server left`,
      ],
      check: async () => undefined,
      async close() {
        for (const { book } of books.values()) await book.remove();
      },
    };
  },
  derive: (of) => ({
    keptRatio: of("many", "kept") / of("few", "kept"),
    lookedUpRatio: of("many", "lookedUp") / of("few", "lookedUp"),
    kept: of("many", "kept"),
    lookedUp: of("many", "lookedUp"),
    unknown: of("many", "unknown"),
  }),
};
