/** A bank with a receiver of webhooks, and its endpoints: made, enabled and disabled over HTTP, as a client does. */
import { type Bank, openBank } from "./bank.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { Opened, Settings } from "./row.ts";
import { type Client, call, each } from "./seed.ts";

export type Beginning = { bank: Bank; receiver: Receiver };

/**
 * Opens a row about webhooks: a bank with so many accounts, a receiver in another process, and what
 * `make` makes of them. All of it is closed with the row, and where `make` fails.
 */
export async function openWebhookRow(
  settings: Settings,
  make: (beginning: Beginning) => Promise<Pick<Opened, "sides" | "notes">>,
  accounts: number = settings.accounts,
): Promise<Opened> {
  const bank = await openBank(settings, { accounts });
  try {
    const receiver = await startReceiver();
    const close = async () => {
      await receiver.stop();
      await bank.close();
    };
    return { ...(await make({ bank, receiver })), check: bank.check, close };
  } catch (cause) {
    await bank.close();
    throw cause;
  }
}

export type Endpoint = { webhookEndpointId: string; path: string };

/** The deliveries of endpoints that are disabled again lose what waits, so no turn is left with it. */
export class Endpoints {
  readonly #client: Client;
  readonly all: readonly Endpoint[];

  private constructor(client: Client, all: readonly Endpoint[]) {
    this.#client = client;
    this.all = all;
  }

  /** Makes an endpoint for the transfers of each path, enabled. */
  static async made(
    client: Client,
    urlOf: (path: string) => string,
    paths: readonly string[],
  ): Promise<Endpoints> {
    const { productId } = client.demo;
    const all = await each(paths.length, async (index) => {
      const path = paths[index] as string;
      const draft = { productId, url: urlOf(path), eventTypes: ["transfer.posted"] };
      const { webhookEndpointId } = await call(client, "POST", "/v1/webhook-endpoints", draft);
      return { webhookEndpointId: String(webhookEndpointId), path };
    });
    return new Endpoints(client, all);
  }

  async enable(endpoints: readonly Endpoint[] = this.all): Promise<void> {
    await this.#each(endpoints, "enable");
  }

  async disable(endpoints: readonly Endpoint[] = this.all): Promise<void> {
    await this.#each(endpoints, "disable");
  }

  async #each(endpoints: readonly Endpoint[], change: "enable" | "disable"): Promise<void> {
    await each(endpoints.length, async (index) => {
      const { webhookEndpointId } = endpoints[index] as Endpoint;
      await call(this.#client, "POST", `/v1/webhook-endpoints/${webhookEndpointId}/${change}`, {});
    });
  }
}

/** The sequence of the newest event of the client's Product. */
export async function newestSequence(client: Client): Promise<number> {
  const { productId } = client.demo;
  const page = await call(client, "GET", `/v1/events?productId=${productId}&limit=1`);
  const [newest] = page["items"] as { sequence: string }[];
  return Number(newest?.sequence ?? 0);
}
