/**
 * What a scope begins with: a customer, accounts and money, by commands of the platform itself, which
 * are judged as everybody's are. In live it is the only source of money.
 */
import { systemCommand } from "../../src/actor/system_command.ts";
import type { Auditor } from "./auditor.ts";
import { clockOf, type Input } from "./model/model.ts";
import type { Random } from "./random.ts";
import type { RunningShard } from "./server.ts";

const HOLDS = 20;

export type FurnishParts = {
  random: Random;
  auditor: Auditor;
  isWhale: boolean;
  /** Many holds wait for the sandbox's clock, some of them for the same time. */
  isClockwork: boolean;
  running: RunningShard;
  key: string;
};

/** Does nothing where it was done before. Rejects when the server stops before it is done. */
export async function furnish(parts: FurnishParts) {
  const { random, auditor, isWhale, isClockwork, running, key } = parts;
  const scope = auditor.scopes.get(key);
  if (scope === undefined || scope.accounts.size > 0) return;
  const { productId, environment } = scope;
  const run = async (operation: string, input: Input): Promise<Record<string, string>> => {
    const document = running.journal.scopes.get(key);
    if (document === undefined) throw new Error("the scope is not open");
    const requestId = `platform_${auditor.askedOfPlatform()}`;
    auditor.expectOfPlatform(requestId, input);
    const command = systemCommand(operation, input, document, "platform", 0);
    const { body } = await running.mailbox.run({ ...command, requestId });
    return JSON.parse(body) as Record<string, string>;
  };
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const { customerId } = await run("customer.create", { productId, entity });
  const isLive = environment === "live";
  const role = isLive ? "product_operating" : "customer_balance";
  const owner = isLive
    ? { type: "product", id: productId }
    : { type: "customer", id: customerId as string };
  const accounts = await Promise.all(
    ["EUR", "EUR", "EUR", "USD"].map((currency) =>
      run("account.create", { productId, role, currency, owner }),
    ),
  );
  // One account near the largest total: whatever comes back to it is too much.
  const fundings = isWhale ? [0, 0, 0, 0, 0, 0, 0, 0, 0, 3] : [0, 1, 3];
  await Promise.all(
    fundings.map((at) => {
      const { accountId: destinationAccountId = "", currency = "" } = accounts[at] ?? {};
      const amount = isWhale ? "999999999999999999" : String(100 + random.below(2_000));
      return run("sandbox.account_funding.create", { destinationAccountId, amount, currency });
    }),
  );
  if (!isClockwork || isLive) return;
  const [{ accountId: sourceAccountId = "" } = {}, { accountId: destinationAccountId = "" } = {}] =
    accounts;
  await Promise.all(
    Array.from({ length: HOLDS }, () => {
      const atMs = clockOf(scope, 0) + 10_000 * (1 + random.below(9));
      const expiresAt = new Date(atMs).toISOString();
      const money = { amount: "1", currency: "EUR" };
      return run("transfer_hold.create", {
        sourceAccountId,
        destinationAccountId,
        ...money,
        expiresAt,
      });
    }),
  );
}
