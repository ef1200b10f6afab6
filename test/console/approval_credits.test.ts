/**
 * An agent asks to assign a received credit of live, or to send it back: the person who decides reads how much it is, who has
 * paid it, why it is in suspense and where it goes. A server of its own: a bank is configured, in a process beside it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type Console, openOwnConsole } from "../support/console.ts";
import { arrive, openedAddress } from "../support/live_credits.ts";
import { type Host, MODERN, openHost, refusalOf } from "../support/mcp.ts";
import { killProvider, type ProviderProcess, startProvider } from "../support/provider.ts";
import { newsUrl } from "../support/provider_news.ts";
import { admin, newCredentials, newDataDir } from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const skip = NO_BROWSER;
const BANK = { name: "first-bank", kind: "bank" };
/** The name hides a character, and is markup. */
const PAYER = { name: "Paper\u200b Mill <b>GmbH</b>", accountNumber: "GB29NWBK60161331923000" };

let pages: Console;
let bank: ProviderProcess;
let client: Client;
let host: Host;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openOwnConsole({});
  const { server } = pages;
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  bank = await startProvider(
    { bookPath: join(newDataDir(), "book.jsonl"), secret: String(made["secret"]) },
    ["--kind", "bank", "--decide-after", "0", "--news-url", newsUrl(server, BANK.name)],
  );
  await admin(server, "provider set", { ...BANK, url: bank.url });
});

after(async () => {
  if (NO_BROWSER) return;
  client?.close();
  await host?.close();
  await killProvider(bank);
  await pages.close();
});

/** Money that arrives for an account that was frozen. Returns the credit. */
async function suspended(remittance: string): Promise<Readonly<Record<string, unknown>>> {
  const { accountId, financialAddressId } = await openedAddress(client);
  const freeze = { mode: "all", reason: "looked at" };
  expect(await client.post(`/accounts/${accountId}/freeze`, freeze), 200);
  const credit = { amount: "12050", currency: "EUR", payer: PAYER, remittance };
  await arrive(bank.url, { financialAddressId, ...credit });
  const path = `/financial-addresses/${financialAddressId}/received-credits`;
  let found: Readonly<Record<string, unknown>> | undefined;
  await until(async () => {
    found = expect(await client.get(path), 200).items()[0];
    return found !== undefined;
  }, "the credit is taken");
  return found as Readonly<Record<string, unknown>>;
}

/** The path of the page on which a person decides. */
async function asked(tool: string, given: object): Promise<string> {
  const live = { environment: "live", idempotencyKey: randomUUID(), ...given };
  const { error } = refusalOf(await host.call(tool, live));
  assert.equal(error.code, "agent_approval_required", error.message);
  return new URL(String(error.details["approvalUrl"])).pathname;
}

test("approval credits: assign and return -> payer, amount, why it is in suspense, and where it goes", {
  skip,
}, async () => {
  const founder = await pages.people.founder();
  const { tenantId } = expect(await founder.get("/tenant"), 200).body as { tenantId: string };
  const product = expect(await founder.post("/products", { name: "Wallet" }), 201);
  const productId = product.id("productId");
  await admin(pages.server, "product set", { product: productId, live: "true" });
  const key = await newCredentials(pages.server, { tenantId, productId, environment: "live" });
  client = await openClient(pages.server, key);
  const areas = ["products", "accounts", "financial_addresses"];
  const scopes = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  const agent = await letInAgent(pages.server, founder, { scopes, productIds: [productId] });
  host = await openHost(pages.server, agent.access, MODERN);
  const owner = { type: "product", id: productId };
  const fees = { productId, role: "product_operating", currency: "EUR", name: "Fees", owner };
  const accountId = expect(await client.post("/accounts", fees), 201).id("accountId");
  const credit = await suspended("Invoice 7");
  const { receivedCreditId } = credit;
  const assign = await asked("received_credit_assign", { receivedCreditId, accountId });
  const back = await asked("received_credit_return", { receivedCreditId });

  const person = await pages.personWith(founder);
  const told = async () =>
    (
      (await person.page.evaluate(
        "[...document.querySelectorAll('section .money')].map((one) => one.innerText)",
      )) as string[]
    ).map((text) => text.replaceAll(/\s+/g, " "));
  const paid =
    "120.50 EUR paid by “PaperU+200B Mill <b>GmbH</b>” from the account …3000 for “Invoice 7”";
  const why = "In suspense: The account was frozen for all movements.";
  await person.goes(assign);
  await person.reads("Invoice 7");
  await person.reads("Fees");
  await person.reads("What it would move");
  assert.deepEqual(await told(), [`${paid} to “Fees” of the Product ${accountId} ${why}`]);
  await person.looks("approval-credit-assign");
  await person.goes(back);
  await person.reads("Invoice 7");
  await person.reads("Afterwards");
  const from = `back to where it came from, out of ${String(credit["accountId"])}`;
  assert.deepEqual(await told(), [`${paid} ${from} ${why}`]);
  await person.looks("approval-credit-return");
  await person.follow("All approvals");
  await person.sees("Approvals");
  await person.reads("Paper");
  assert.equal((await told()).length, 2);
  await person.close();
});
