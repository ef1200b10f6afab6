/** A server with funded accounts; most rows measure load on such a server. */
import { type Group, type Kind, type LoadFigures, loadTurn, type Target } from "./load.ts";
import type { Settings } from "./row.ts";
import { balancesOf, type Client, checkMoney, sampleReplies, seedAccounts } from "./seed.ts";
import { type RunningCeiling, type RunningServer, startCeiling, startServer } from "./server.ts";

export type Bank = {
  server: RunningServer;
  client: Client;
  group: Group;
  target(kind: Kind, batchItems?: number): Target;
  /** A turn of load on the server. */
  load(kind: Kind, seconds: number, more?: Partial<More>): Promise<LoadFigures>;
  /** Throws when money was created or lost, or when an account has lost half of its money. */
  check(): Promise<void>;
  /**
   * Throws when one of the first `count` accounts has lost half of its money. Does not check sums.
   */
  checkSome(count: number): Promise<void>;
  close(): Promise<void>;
};

/** `items`: the number of items in a batch. */
type More = { items: number; connections: number };

type BankOptions = { flags?: readonly string[]; accounts?: number; preload?: string };

/**
 * Starts a server on an empty data directory and makes the accounts over HTTP, as a client does.
 * `preload`: see `startServerOn`.
 */
export async function openBank(
  settings: Settings,
  { flags, accounts = settings.accounts, preload }: BankOptions = {},
): Promise<Bank> {
  const server = await startServer(settings.scratch, flags, preload);
  try {
    const client: Client = { port: server.port, demo: server.demo };
    const accountIds = await seedAccounts(client, accounts);
    const group = { apiKey: server.demo.apiKey, accountIds };
    return bankOf(settings, server, group);
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

/** The bank over a server that already has its accounts. */
export function bankOf(settings: Settings, server: RunningServer, group: Group): Bank {
  const client: Client = { port: server.port, demo: server.demo };
  const { generator } = settings;
  const target = (kind: Kind, batchItems = 0): Target => ({
    port: server.port,
    groups: [group],
    kind,
    batchItems,
  });
  return {
    server,
    client,
    group,
    target,
    load: (kind, seconds, { items = 0, connections = settings.connections } = {}) =>
      loadTurn(generator, target(kind, items), { connections, seconds }),
    check: () => checkMoney(client, group.accountIds),
    checkSome: async (count) => {
      await balancesOf(client, group.accountIds.slice(0, count));
    },
    close: () => server.stop(),
  };
}

/** A bank, and beside it the bare ceiling, which answers with the same bytes. */
export async function openBankAndCeiling(
  settings: Settings,
): Promise<{ bank: Bank; ceiling: RunningCeiling; close(): Promise<void> }> {
  const bank = await openBank(settings);
  try {
    const ceiling = await startCeiling(await sampleReplies(bank.client, bank.group.accountIds));
    const close = async () => {
      await ceiling.stop();
      await bank.close();
    };
    return { bank, ceiling, close };
  } catch (cause) {
    await bank.close();
    throw cause;
  }
}
