/** How fast the file of an export of a statement is made, from the request to `ready`, of one account with very many entries. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { filledBook } from "../book/book.ts";
import { spentUs } from "../processor_time.ts";
import { type Row, type Settings, SHORTFALL, type Turn } from "../row.ts";
import { type RunningServer, startServerOn } from "../server.ts";

const ENTRIES: Record<Settings["size"], number> = {
  small: 20_000,
  usual: 1_000_000,
  full: 1_000_000,
};
/** Between two looks whether the file is there. */
const LOOK_MS = 20;

export const exportRow: Row = {
  name: "export",
  title: "a month of 1,000,000 entries of one account as a file that is kept",
  pairs: 3,
  seconds: 1,
  warmUpSeconds: 0,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "entriesPerCpuSecond",
      text: "entries a second of processor time, of the whole server",
      digits: 0,
      asked: { atLeast: 200_000 },
    },
    { name: "seconds", text: "from the request to `ready`, seconds", digits: 2 },
    { name: "fileMb", text: "MB of CSV", digits: 0 },
  ],
  async open(settings) {
    const entries = ENTRIES[settings.size];
    const book = await filledBook(settings, { accounts: 2, transfers: entries });
    const [accountId = ""] = await book.accountIds();
    const server = await startServerOn(book.dataDir);
    return {
      sides: [{ name: "export", turn: () => exportTurn(server, accountId, entries) }],
      notes: [`${entries.toLocaleString("en-US")} transfers, one record each, all of one account`],
      check: async () => {},
      async close() {
        await server.stop();
        await book.remove();
      },
    };
  },
  derive: (of) => ({
    entriesPerCpuSecond: of("export", "entriesPerCpuSecond"),
    seconds: of("export", "seconds"),
    fileMb: of("export", "fileMb"),
  }),
};

type Shown = {
  statementExportId: string;
  status: string;
  entryCount: number;
  sizeBytes: number;
};

async function exportTurn(
  { port, demo, child }: RunningServer,
  accountId: string,
  entries: number,
): Promise<Turn> {
  const { pid } = child;
  if (pid === undefined) throw new Error("the server has ended");
  const ask = async (path: string, body?: object): Promise<Shown> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        ...(body !== undefined && {
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Shown;
  };
  const month = new Date().toISOString().slice(0, 7);
  const beforeUs = spentUs(pid);
  const startedMs = performance.now();
  let shown = await ask("/statement-exports", { scope: "account", id: accountId, month });
  while (shown.status === "pending") {
    await pause(LOOK_MS);
    shown = await ask(`/statement-exports/${shown.statementExportId}`);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const cpuSeconds = (spentUs(pid) - beforeUs) / 1e6;
  if (shown.status !== "ready" || shown.entryCount < entries) {
    throw new Error(`the export is ${shown.status} with ${shown.entryCount} entries`);
  }
  return {
    seconds,
    entriesPerCpuSecond: shown.entryCount / cpuSeconds,
    fileMb: shown.sizeBytes / 1e6,
  };
}
