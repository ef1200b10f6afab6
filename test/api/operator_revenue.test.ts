/** `npm run admin -- revenue MONTH`, to a real server: what Products of live are charged, as JSON and as CSV, and how it is written wrongly. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runCommand } from "../../scripts/admin_command.ts";
import { type Client, openClient } from "../support/client.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

let server: Server;
let live: Client;

before(async () => {
  server = await startServer(["--shards", "2"]);
  live = await openClient(
    server,
    await newCredentials(server, { environment: "live", live: "true" }),
  );
});

after(async () => {
  await live.close();
  await stopServer(server);
});

const MONTH = new Date().toISOString().slice(0, "YYYY-MM".length);

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
  const told = JSON.parse(await done(`revenue ${MONTH}`));
  const [line] = told.products;
  assert.equal(told.products.length, 1, "the demo Product is none of live");
  assert.deepEqual(
    { ...told, products: undefined },
    { month: MONTH, currency: "EUR", total: "14", paid: "0", due: "0", products: undefined },
  );
  assert.deepEqual(
    [line.productId, line.status, line.total, line.paid, line.due, line.custom],
    [productId, "open", "14", "0", "0", ""],
  );
  assert.deepEqual(JSON.parse(await done(`revenue --month ${MONTH} --format json`)), told);
  const csv = await done(`revenue ${MONTH} --format csv`);
  const [head, cells, ...more] = csv.split("\n");
  assert.match(head ?? "", /^month,tenantId,productId,name,status,currency,total,paid,due,/);
  assert.match(
    cells ?? "",
    new RegExp(`^${MONTH},${line.tenantId},${productId},.*,open,EUR,14,0,0,`),
  );
  assert.deepEqual(more, [""]);
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
