/** `npm run admin -- revenue MONTH`, to a real server: what Products of live are charged, as JSON and as CSV, and how it is written wrongly. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runCommand } from "../../scripts/admin_command.ts";
import { type Client, openClient } from "../support/client.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let live: Client;

before(async () => {
  server = await sharedServer();
  live = await openClient(
    server,
    await newCredentials(server, { environment: "live", live: "true" }),
  );
});

after(() => live.close());

/** Any month that has the form of one. */
const MONTH = "2026-03";

const admin = (line: string) =>
  runCommand(["--data", server.dataDir, ...line.split(" ")], undefined);

async function done(line: string) {
  const { code, out, err } = await admin(line);
  assert.equal(code, 0, err);
  return out;
}

test("revenue: a month of a Product of live -> a line of it and the sums; in every form of the command the same", async () => {
  const { productId } = live;
  const draft = {
    productId,
    role: "product_operating",
    currency: "EUR",
    owner: { type: "product", id: productId },
  };
  const { accountId } = (await live.post("/accounts", draft)).body as { accountId: string };
  for (const reason of ["one", "two"]) {
    await done(
      `account fund --account ${accountId} --amount 500 --currency EUR --reason ${reason}`,
    );
  }
  await done(`product rate --product ${productId} --meter transfer --rate 7`);
  await done(`product rate --product ${productId} --meter payouts --rate custom`);
  // The month of the Product, which may end while the test runs.
  const month = String((await live.get(`/products/${productId}/fees`)).items().at(-1)?.["month"]);
  const told = JSON.parse(await done(`revenue ${month}`));
  const lines: Record<string, string>[] = told.products;
  const line = lines.find((each) => each["productId"] === productId) ?? {};
  const sumOf = (field: string) =>
    String(lines.reduce((sum, each) => sum + Number(each[field]), 0));
  assert.deepEqual(
    { ...told, products: undefined },
    {
      ...{ month, currency: "EUR", products: undefined },
      ...{ total: sumOf("total"), paid: sumOf("paid"), due: sumOf("due") },
    },
  );
  assert.deepEqual(
    [line["status"], line["total"], line["paid"], line["due"], line["custom"]],
    ["open", "14", "0", "0", ""],
  );
  assert.deepEqual(JSON.parse(await done(`revenue --month ${month} --format json`)), told);
  const csv = await done(`revenue ${month} --format csv`);
  const [head, ...rows] = csv.split("\n");
  assert.match(head ?? "", /^month,tenantId,productId,name,status,currency,total,paid,due,/);
  const own = rows.find((row) => row.includes(productId)) ?? "";
  assert.match(own, new RegExp(`^${month},${line["tenantId"]},${productId},.*,open,EUR,14,0,0,`));
  assert.deepEqual([rows.length, rows.at(-1)], [lines.length + 1, ""]);
});

test("revenue: a month without use -> no line", async () => {
  const told = JSON.parse(await done("revenue 1999-01"));
  assert.deepEqual([told.products, told.total], [[], "0"]);
});

for (const { title, line, says } of [
  { title: "no month", line: "revenue", says: /--month YYYY-MM is missing/ },
  { title: "no such month", line: "revenue 2026-13", says: /--month is written as YYYY-MM/ },
  { title: "two words", line: `revenue ${MONTH} all`, says: /takes flags, not "all"/ },
  {
    title: "the month twice",
    line: `revenue ${MONTH} --month ${MONTH}`,
    says: /--month is given twice/,
  },
  {
    title: "another format",
    line: `revenue ${MONTH} --format xml`,
    says: /--format is json or csv/,
  },
  {
    title: "a word behind another command",
    line: "product list all",
    says: /takes flags, not "all"/,
  },
  { title: "half a command", line: "product", says: /no command "product"/ },
]) {
  test(`revenue: ${title} -> refused with a sentence`, async () => {
    const { code, err } = await admin(line);
    assert.notEqual(code, 0);
    assert.match(err, says);
  });
}
