/** A Product of a program on a server, with objects whose actions move money: what the rows of objects load. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Generator, type LoadFigures, loadTurn } from "./load.ts";
import { type Client, call, callLong, each } from "./seed.ts";
import type { RunningServer } from "./server.ts";

/** Money of the Product's fund: more than a run moves. */
const FUNDING_MINOR = "900000000000000000";
const DAY_MS = 24 * 3_600_000;
/** Rows of a schedule that one object has at most. */
export const ROWS_MAX = 1_000;
/** What the key may do. */
const SCOPES = [
  ...["customers:write", "accounts:read", "accounts:write", "books:read"],
  ...["objects:read", "objects:write", "transfers:write", "sandbox:read", "sandbox:write"],
];
const OWNER = "customer(fields.owner).customer_balance";
const part = (label: string, bps: string, account: string) => ({
  label,
  bps,
  round: "down",
  account,
});

/** `pay` makes one transfer, `share` four; every object has an account of its own. */
export const PROGRAM = {
  language: "blueprint/1",
  name: "Boxes that are paid into",
  currencies: ["USD"],
  accounts: {
    fund: { role: "product_operating", owner: "product" },
    fees: { role: "product_revenue", owner: "product" },
    reserve: { role: "product_reserve", owner: "product" },
  },
  nouns: {
    box: {
      subject: { field: "owner" },
      currency: "'USD'",
      fields: {
        owner: { type: "customer", required: true, immutable: true },
        rents: { type: "int", default: 1, min: 1, max: ROWS_MAX },
      },
      own: { box: { currency: "'USD'" } },
      states: { open: { initial: true }, rented: {}, closed: { terminal: true } },
      actions: {
        pay: {
          from: ["open"],
          to: "open",
          moves: [{ label: "pay", amount: "amount('1')", from: "product.fund", to: "own.box" }],
        },
        share: {
          from: ["open"],
          to: "open",
          moves: [
            {
              label: "share",
              amount: "amount('10')",
              from: "product.fund",
              to: [
                { ...part("fee", "1000", "product.fees"), book: "revenue.fees" },
                part("reserve", "2000", "product.reserve"),
                part("owner", "3000", OWNER),
                { label: "rest", remaining: true, account: "own.box" },
              ],
            },
          ],
        },
        rent: { from: ["open"], to: "rented" },
        close: { from: ["open", "rented"], to: "closed" },
        payRent: {
          from: ["rented"],
          to: "rented",
          moves: [{ label: "rent", amount: "amount('1')", from: "product.fund", to: "own.box" }],
        },
      },
      schedules: {
        rents: {
          on: "enter:rented",
          once: true,
          repeat: "fields.rents",
          max: ROWS_MAX,
          at: "addDays(now(), 1)",
          action: "payRent",
        },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: ["box.create", "box.pay", "box.share", "box.rent", "box.close"],
    },
    clock: { actors: ["clock"], allow: ["box.payRent"] },
  },
  books: { revenue: ["revenue.fees"] },
};

/** A Product of the program, with money in its fund, and a customer who may own objects. */
export type ProgramBook = { client: Client; owner: string };

export type ProgramBank = {
  /** A turn of calls of an action, each of a random object. */
  call(action: string, seconds: number): Promise<LoadFigures>;
  /** Throws when the books of the Product do not sum to zero, or no money has left the fund. */
  check(): Promise<void>;
};

type Loading = { port: number; generator: Generator; connections: number };

/** The Product on a server, with objects of these ids. */
export function programBankOf(
  { generator, connections, port }: Loading,
  { client }: ProgramBook,
  objectIds: readonly string[],
): ProgramBank {
  const { productId, apiKey } = client.demo;
  const groups = [{ apiKey, accountIds: objectIds }];
  const path = `/v1/products/${productId}/objects/box/{id}/actions`;
  return {
    call: (action, seconds) =>
      loadTurn(
        generator,
        { port, groups, kind: "call", path: `${path}/${action}`, body: "{}" },
        { connections, seconds },
      ),
    check: () => checkBooks({ ...client, port }),
  };
}

/** Makes so many objects over HTTP. */
export function makeBoxes(
  { client, owner }: ProgramBook,
  count: number,
  more: object = {},
): Promise<string[]> {
  const path = `/v1/products/${client.demo.productId}/objects/box`;
  return each(count, async () => {
    const { objectId } = await call(client, "POST", path, { fields: { owner, ...more } });
    return String(objectId);
  });
}

/** Makes objects with so many rows together, and lets the clock come to the day on which all are due. */
export async function dueRows(book: ProgramBook, rows: number): Promise<() => Promise<number>> {
  const { client } = book;
  const { productId } = client.demo;
  const rents = Math.min(rows, ROWS_MAX);
  const ids = await makeBoxes(book, rows / rents, { rents });
  const path = `/v1/products/${productId}`;
  for (const id of ids) await call(client, "POST", `${path}/objects/box/${id}/actions/rent`, {});
  const clock = await call(client, "GET", `${path}/sandbox-clock`);
  const at = new Date(Date.parse(String(clock["effectiveAt"])) + 2 * DAY_MS).toISOString();
  return async () => {
    const { ran } = await callLong(client, "/v1/sandbox/clock/advance", { productId, at });
    return Number(ran);
  };
}

/** Makes the Product, as a company does. */
export async function makeProgramBook(server: RunningServer): Promise<ProgramBook> {
  const client = await newProduct(server);
  const { productId } = client.demo;
  const entity = { kind: "person", displayName: "Bench", country: "US" };
  const customer = await call(client, "POST", "/v1/customers", { productId, test: true, entity });
  const owner = String(customer["customerId"]);
  await call(client, "POST", "/v1/accounts", {
    productId,
    role: "customer_balance",
    currency: "USD",
    owner: { type: "customer", id: owner },
  });
  const fundId = await accountOf(client, "product_operating");
  const money = { destinationAccountId: fundId, amount: FUNDING_MINOR, currency: "USD" };
  await call(client, "POST", "/v1/sandbox/account-funding", money);
  return { client, owner };
}

/** A Product of the program, and a client with a key of the Product. */
async function newProduct({ port, demo, dataDir }: RunningServer): Promise<Client> {
  const { founder } = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as {
    founder: { personalAccessToken: string };
  };
  const asFounder: Client = { port, demo: { ...demo, apiKey: founder.personalAccessToken } };
  const plan = await call(asFounder, "POST", "/v1/composer/plan", { source: PROGRAM });
  const expectedPricing = plan["pricing"];
  const build = await call(asFounder, "POST", "/v1/builds", { source: PROGRAM, expectedPricing });
  const draft = { name: "Boxes", buildId: build["buildId"], expectedPricing };
  const product = await call(asFounder, "POST", "/v1/products", draft);
  const productId = String(product["productId"]);
  const { key } = await call(asFounder, "POST", `/v1/products/${productId}/api-keys/sandbox`, {
    name: "bench",
    scopes: SCOPES,
  });
  return { port, demo: { productId, apiKey: String(key) } };
}

async function accountOf(client: Client, role: string): Promise<string> {
  const { productId } = client.demo;
  const { items } = await call(client, "GET", `/v1/accounts?productId=${productId}&role=${role}`);
  return (items as [{ accountId: string }])[0].accountId;
}

async function checkBooks(client: Client): Promise<void> {
  const { productId } = client.demo;
  const path = `/v1/products/${productId}/books?currency=USD`;
  const { position } = await call(client, "GET", path);
  const sums = new Map(
    (position as { role: string; balance: string }[]).map(({ role, balance }) => [
      role,
      BigInt(balance),
    ]),
  );
  const sum = [...sums.values()].reduce((one, other) => one + other, 0n);
  const fund = sums.get("product_operating") ?? 0n;
  if (sum !== 0n) throw new Error(`the books sum to ${sum}`);
  if (fund >= BigInt(FUNDING_MINOR)) throw new Error("no action moved money");
}
