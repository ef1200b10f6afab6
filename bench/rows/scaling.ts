/**
 * Edges and shards on this machine's cores: servers of each shape, in turn, under the same load.
 */
import { askControl } from "../../src/operator/control_client.ts";
import { type Bank, openBank } from "../bank.ts";
import { type Group, loadTurn } from "../load.ts";
import type { Figure, Row, Settings } from "../row.ts";
import { seedAccounts } from "../seed.ts";
import type { RunningServer } from "../server.ts";

type Shape = { edges: number; shards: number };

const COUNTS = [1, 2];
const SHAPES: readonly Shape[] = COUNTS.flatMap((edges) =>
  COUNTS.map((shards) => ({ edges, shards })),
);
const SMALL_SHAPES: readonly Shape[] = [{ edges: 2, shards: 2 }];

export const scaling: Row = {
  name: "scaling",
  title: "edges and shards on these cores, two Products under load",
  pairs: 2,
  seconds: 3,
  warmUpSeconds: 1,
  figures: SHAPES.map(
    (shape): Figure => ({
      name: nameOf(shape),
      text: `transfers per second, ${count(shape.edges, "edge")}, ${count(shape.shards, "shard")}`,
      digits: 0,
    }),
  ),
  async open(settings) {
    const opened: { shape: Shape; bank: Bank; groups: Group[] }[] = [];
    const close = async () => {
      for (const { bank } of opened) await bank.close();
    };
    try {
      for (const shape of settings.size === "small" ? SMALL_SHAPES : SHAPES) {
        const flags = ["--edges", String(shape.edges), "--shards", String(shape.shards)];
        const bank = await openBank(settings, { flags });
        const groups = [bank.group];
        opened.push({ shape, bank, groups });
        groups.push(await secondProduct(bank.server, settings));
      }
    } catch (cause) {
      await close();
      throw cause;
    }
    const { generator, connections } = settings;
    return {
      sides: opened.map(({ shape, bank, groups }) => ({
        name: nameOf(shape),
        turn: (seconds) =>
          loadTurn(generator, { ...bank.target("transfer"), groups }, { connections, seconds }),
      })),
      notes: ["with two shards each Product is on one of its own"],
      check: async () => {
        for (const { bank } of opened) await bank.check();
      },
      close,
    };
  },
  derive: (of, sides) => Object.fromEntries(sides.map((side) => [side, of(side, "perSecond")])),
};

/**
 * Makes a second Product. Products are placed on the shards in turn, so it is on the second shard
 * where there are two.
 */
async function secondProduct(server: RunningServer, { accounts }: Settings): Promise<Group> {
  const ask = async (command: string, given: Record<string, string>) =>
    (await askControl(server.dataDir, { command, arguments: given })) as Record<string, string>;
  const { tenantId = "" } = await ask("tenant create", { name: "Second" });
  const { productId = "" } = await ask("product create", { tenant: tenantId, name: "Second" });
  const { apiKey = "" } = await ask("key create", { product: productId, environment: "sandbox" });
  const client = { port: server.port, demo: { productId, apiKey } };
  return { apiKey, accountIds: await seedAccounts(client, accounts) };
}

function nameOf({ edges, shards }: Shape): string {
  return `${edges}x${shards}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
