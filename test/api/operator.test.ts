/**
 * The operator's commands as a shell gives them, to a real server: what they do in live, how they are
 * refused, what they print, and what the records say of who and why.
 * A server of its own: the lists of the operator are of all tenants.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { runCommand } from "../../scripts/admin_command.ts";
import { programOf } from "../../scripts/program.ts";
import { operatorUser } from "../../src/operator/control_client.ts";
import { OPERATOR_COMMANDS } from "../../src/operator/operator_commands.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { ADA } from "../support/parties.ts";
import {
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const root = dirname(dirname(import.meta.dirname));
const USER = `${userInfo().username}/${process.getuid?.()}`;

let server: Server;
let live: Client;
let sandbox: Client;

before(async () => {
  server = await startServer(["--shards", "2"]);
  const made = await newCredentials(server, { environment: "live", live: "true" });
  live = await openClient(server, made);
  sandbox = await openClient(server, await newCredentials(server, { productId: made.productId }));
});

after(async () => {
  await live.close();
  await sandbox.close();
  await stopServer(server);
});

type Ran = { code: number | null; out: string; err: string };

/** Runs a program of the project to its end. */
async function run(program: readonly string[], environment = process.env): Promise<Ran> {
  const child = spawn(process.execPath, program, { cwd: root, env: environment });
  const ran = { code: null as number | null, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.err += text;
  });
  [ran.code] = (await once(child, "close")) as [number | null];
  return ran;
}

/** The arguments of a command to the server. */
function argumentsOf(line: string, more: readonly string[] = []): string[] {
  return ["--data", server.dataDir, ...line.split(" ").filter((word) => word !== ""), ...more];
}

/** What `npm run admin` does and prints, in this process: one of its own takes a tenth of a second of processor time. */
function admin(line: string, more?: readonly string[]): Promise<Ran> {
  return runCommand(argumentsOf(line, more), undefined);
}

/** Runs `npm run admin` as npm does. */
function asProgram(line: string, more?: readonly string[]): Promise<Ran> {
  return run(["scripts/admin.mjs", ...argumentsOf(line, more)]);
}

async function done(line: string, more: readonly string[] = []): Promise<Record<string, unknown>> {
  const ran = await admin(line, more);
  assert.equal(ran.code, 0, ran.err);
  return JSON.parse(ran.out) as Record<string, unknown>;
}

/** A customer of the live Product, who is pending. */
async function pendingCustomer(): Promise<string> {
  const { productId } = live;
  return expect(await live.post("/customers", { productId, entity: ADA }), 201).id("customerId");
}

/** A live account of an active customer; the operator's way there. */
async function liveAccount(): Promise<string> {
  const id = await pendingCustomer();
  await done(`customer activate --customer ${id} --reason seen`);
  const made = await live.post("/accounts", {
    productId: live.productId,
    role: "customer_balance",
    currency: "EUR",
    owner: { type: "customer", id },
  });
  return expect(made, 201).id("accountId");
}

async function available(accountId: string): Promise<string> {
  const reply = expect(await live.get(`/accounts/${accountId}/balance`), 200);
  return (reply.body as { available: string }).available;
}

/** The records of the log of every shard, or of the platform shard. */
async function records(shard: string): Promise<Record<string, unknown>[]> {
  const { file, options } = programOf(join(root, "scripts/log.ts"));
  const program = [...options, file, "dump", "--data", server.dataDir];
  const { out, err, code } = await run([...program, "--shard", shard]);
  assert.equal(code, 0, err);
  return out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

async function notesOf(shards: readonly string[]): Promise<unknown[]> {
  const all = (await Promise.all(shards.map(records))).flat();
  return all.flatMap(({ facts }) =>
    (facts as { kind: string }[]).filter(({ kind }) => kind === "platform.operator_noted.1"),
  );
}

test("operator in live: a pending customer, an account, money -> a transfer within live", async () => {
  const mine = await liveAccount();
  const theirs = await liveAccount();
  const made = await done(
    `account fund --account ${mine} --amount 500 --currency EUR --reason wire-1`,
    ["--description", "from the bank"],
  );
  assert.deepEqual(
    [made["amount"], made["status"], made["kind"], made["description"]],
    ["500", "posted", "funding", "from the bank"],
  );
  const body = {
    sourceAccountId: mine,
    destinationAccountId: theirs,
    amount: "200",
    currency: "EUR",
  };
  expect(await live.post("/transfers", body), 201);
  assert.deepEqual([await available(mine), await available(theirs)], ["300", "200"]);
});

test("operator in live: what the tenant sees -> the operation by the platform, and neither who nor why", async () => {
  const accountId = await liveAccount();
  const reason = `private ${randomUUID()}`;
  const fund = `account fund --account ${accountId} --amount 7 --currency EUR`;
  const { transferId, operationId } = await done(fund, ["--reason", reason]);
  const operation = expect(await live.get(`/operations/${operationId}`), 200).body;
  const { actor, principal, operation: id } = operation as Record<string, unknown>;
  assert.deepEqual(
    [id, actor, principal],
    [
      "platform.account_funding.create",
      { type: "platform", id: "platform" },
      { type: "system", id: "operator" },
    ],
  );
  const receiptId = String(operationId).replace("op_", "rcpt_");
  for (const path of [
    `/transfers/${transferId}`,
    `/operations/${operationId}`,
    `/receipts/${receiptId}`,
    `/receipts/${receiptId}/proof?include=record`,
    `/accounts/${accountId}/entries`,
    `/operations?productId=${live.productId}`,
  ]) {
    const text = JSON.stringify(expect(await live.get(path), 200).body);
    const bytes = [...text.matchAll(/"([A-Za-z0-9+/=]{24,})"/g)].map(([, base64 = ""]) =>
      Buffer.from(base64, "base64").toString("latin1"),
    );
    for (const shown of [text, ...bytes]) {
      assert.ok(!shown.includes(reason) && !shown.includes(USER), `${path} shows who or why`);
    }
  }
  const notes = await notesOf(["0", "1"]);
  const noted = JSON.stringify({ kind: "platform.operator_noted.1", user: USER, reason });
  assert.ok(notes.some((note) => JSON.stringify(note) === noted));
});

test("account fund: the same words again, and at once -> funded once, with a note", async () => {
  const accountId = await liveAccount();
  const fund = `account fund --account ${accountId} --amount 40 --currency EUR --reason wire-2`;
  const ran = await Promise.all([admin(fund), admin(fund), admin(fund)]);
  const again = await admin(fund);
  assert.deepEqual(
    [...ran, again].map(({ code }) => code),
    [0, 0, 0, 0],
  );
  assert.equal(new Set([...ran, again].map(({ out }) => out)).size, 1);
  assert.match(
    again.err,
    /^note: nothing was done now: .* another --reason or an --idempotency-key/,
  );
  assert.equal(await available(accountId), "40");
  await done(fund.replace("wire-2", "wire-3"));
  await done(fund, ["--idempotency-key", randomUUID()]);
  assert.equal(await available(accountId), "120");
});

test("account fund: refused, then the same words when it is possible -> funded", async () => {
  const accountId = await liveAccount();
  const fund = `account fund --account ${accountId} --amount 40 --currency EUR --reason wire-4`;
  expect(await live.post(`/accounts/${accountId}/freeze`, { mode: "debits", reason: "r" }), 200);
  for (let time = 0; time < 3; time++) {
    const { code, err } = await admin(fund);
    assert.equal(code, 1);
    assert.match(err, /^destination_account_status_forbidden: /);
  }
  expect(await live.post(`/accounts/${accountId}/unfreeze`, {}), 200);
  await done(fund);
  await done(fund);
  assert.equal(await available(accountId), "40");
});

test("account fund: one key for two commands -> a conflict, nothing booked", async () => {
  const accountId = await liveAccount();
  const key = ["--idempotency-key", randomUUID().toUpperCase()];
  const fund = (amount: string) =>
    `account fund --account ${accountId} --amount ${amount} --currency EUR --reason wire-5`;
  await done(fund("40"), key);
  const { code, err } = await admin(fund("41"), key);
  assert.equal(code, 1);
  assert.match(err, /^idempotency_conflict: /);
  assert.equal(await available(accountId), "40");
});

const REFUSALS: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  ["an unknown account", async () => "acct_x", /^account_not_found: /],
  ["a customer's id", pendingCustomer, /^account_not_found: /],
  [
    "an account of the sandbox",
    async () => {
      const { productId } = sandbox;
      const owner = { type: "product", id: productId };
      const draft = { productId, role: "product_operating", currency: "EUR", owner };
      return expect(await sandbox.post("/accounts", draft), 201).id("accountId");
    },
    /^operation_environment_invalid: .* exists in live only, and this id is of sandbox/,
  ],
  [
    "a closed account",
    async () => {
      const accountId = await liveAccount();
      expect(await live.post(`/accounts/${accountId}/close`, {}), 200);
      return accountId;
    },
    /^destination_account_status_forbidden: .*closed/,
  ],
];
for (const [name, accountOf, expected] of REFUSALS) {
  test(`account fund: ${name} -> refused with 1`, async () => {
    const account = await accountOf();
    const fund = `account fund --account ${account} --amount 1 --currency EUR --reason r`;
    const { code, out, err } = await admin(fund);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, expected);
  });
}

test("account fund: the Product is not activated, or disabled -> refused", async () => {
  const accountId = await liveAccount();
  const fund = `account fund --account ${accountId} --amount 1 --currency EUR --reason r`;
  const set = `product set --product ${live.productId}`;
  await done(`${set} --live false`);
  assert.match((await admin(fund)).err, /^product_activation_required: /);
  await done(`${set} --live true --status disabled`);
  assert.match((await admin(fund)).err, /^product_access_suspended: /);
  await done(`${set} --status active`);
  await done(fund);
});

test("customer activate: twice in other words, suspended, unknown -> refused", async () => {
  const customerId = await pendingCustomer();
  const activate = `customer activate --customer ${customerId}`;
  const { status, actor } = await done(`${activate} --reason seen`);
  assert.deepEqual([status, actor], ["active", { type: "platform", id: "platform" }]);
  assert.match((await admin(`${activate} --reason other`)).err, /^customer_status_forbidden: /);
  expect(await live.post(`/customers/${customerId}/suspend`, { reason: "r" }), 200);
  assert.match((await admin(`${activate} --reason third`)).err, /^customer_status_forbidden: /);
  const unknown = await admin("customer activate --customer cust_x --reason r");
  assert.match(unknown.err, /^customer_not_found: /);
});

test("operator's commands: the records of the platform shard -> the user of the operating system", async () => {
  const { tenantId } = await done("tenant create --name Recorded");
  const made = (await records("platform")).find(({ reply }) =>
    JSON.stringify(reply ?? {}).includes(String(tenantId)),
  );
  assert.deepEqual([made?.["principalId"], made?.["actorId"]], ["operator", USER]);
  assert.equal(operatorUser({ SUDO_USER: "ada" }), `${USER}/ada`);
});

const MISTAKES: readonly (readonly [string, RegExp])[] = [
  ["tenant create --nam X", /"tenant create" has no flag --nam; did you mean --name\?/],
  ["tenant create --name X --status active", /has no flag --status/],
  ["tenant create", /--name NAME is missing/],
  ["tenant create --name", /--name needs a value: NAME/],
  ["tenant create X --name Y", /takes flags, not "X"/],
  ["tenant create --name X --name Y", /--name is given twice/],
  ["tenant creat --name X", /no command "tenant creat"; did you mean tenant create\?/],
  ["--name X", /a command is missing/],
  [
    "key create --product prod_x --environment prod",
    /--environment is sandbox or live, not "prod"/,
  ],
  ["key create --product prod_x --origin agent", /--origin is browser or cli, not "agent"/],
  ["product set --product prod_x --live yes", /--live is true or false, not "yes"/],
  ["account fund --account acct_x --amount 1 --currency EUR", /--reason TEXT is missing/],
];
for (const [at, [line, expected]] of MISTAKES.entries()) {
  test(`operator's commands: ${line} -> 2, what is wrong and how it is written`, async () => {
    // The program itself, once: all of them end in one place.
    const { code, out, err } = await (at === 0 ? asProgram : admin)(line);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, expected);
    assert.match(err, /Usage: npm run admin -- /);
  });
}

test("operator's commands: a value that the platform refuses -> 1, with the flag's name", async () => {
  const fund = "account fund --account acct_x --amount 1.5 --currency EUR --reason r";
  for (const ran of [await admin(fund), await asProgram(fund)]) {
    assert.deepEqual([ran.code, ran.out], [1, ""]);
    assert.match(ran.err, /^invalid_request: --amount /);
  }
});

test("operator's commands: --help, of all and of each -> the flags, with 0 and without a server", async () => {
  const help = await run(["scripts/admin.mjs", "--help"]);
  assert.deepEqual(help, await runCommand(["--help"], undefined));
  assert.equal(help.code, 0);
  const names = OPERATOR_COMMANDS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { name, flags } of OPERATOR_COMMANDS) {
    assert.ok(help.out.includes(name), name);
    const own = await runCommand([...name.split(" "), "--help", "--data", "/nowhere"], undefined);
    assert.equal(own.code, 0, own.err);
    for (const flag of flags)
      assert.ok(own.out.includes(`--${flag.name} `), `${name} ${flag.name}`);
  }
});

test("operator's commands: no server runs -> 1, with the directory as it was given", async () => {
  const nobody = newDataDir();
  const { code, err } = await run(["scripts/admin.mjs", "tenant", "list", "--data", nobody]);
  assert.deepEqual([code, err], [1, `no server runs on ${nobody}\n`]);
  const relative = await run(["scripts/admin.mjs", "tenant", "list", "--data", "./nowhere"]);
  assert.deepEqual([relative.code, relative.err], [1, "no server runs on ./nowhere\n"]);
});

test("key create: live, of a Product that is not activated -> made, with a note", async () => {
  const { productId } = await done(
    `product create --tenant ${(await done("tenant create --name T"))["tenantId"]} --name P`,
  );
  const { code, err } = await asProgram(`key create --product ${productId} --environment live`);
  assert.equal(code, 0);
  assert.match(err, /^note: Product \S+ is not activated for live: .*product_activation_required/);
  await done(`product set --product ${productId} --live true`);
  const after = await asProgram(`key create --product ${productId} --environment live`);
  assert.deepEqual([after.code, after.err], [0, ""]);
});

test("product: made, changed, listed -> nothing of where the server keeps it", async () => {
  const { tenantId } = await done("tenant create --name T");
  const made = await done(`product create --tenant ${tenantId} --name P`);
  const changed = await done(`product set --product ${made["productId"]} --live true`);
  const listed = await done(`product list --tenant ${tenantId}`);
  for (const shown of [made, changed, ...(listed as unknown as Record<string, unknown>[])]) {
    assert.deepEqual(Object.keys(shown), [
      "productId",
      "tenantId",
      "name",
      "status",
      "liveActivated",
      "activationStatus",
      "revision",
      "createdAt",
      "updatedAt",
    ]);
  }
});

test("operator's commands: the built command, and the sources where it is older -> the same answer", async () => {
  const built = await run([".build/admin.mjs", "tenant", "list", "--data", server.dataDir]);
  const source = ["--import", "tsx", "scripts/admin.ts", "tenant", "list"];
  const unbuilt = await run([...source, "--data", server.dataDir]);
  assert.deepEqual([built.code, built.out], [0, unbuilt.out]);
});

test("operator's operations: their paths over HTTP -> not found, and not in the contract", async () => {
  const customerId = await pendingCustomer();
  const reply = await live.post(`/platform/customers/${customerId}/activate`, { reason: "r" });
  assert.deepEqual([reply.status, reply.code], [404, "not_found"]);
  const response = await fetch(`http://127.0.0.1:${server.port}/openapi.json`);
  assert.ok(!(await response.text()).includes("/platform/"));
});
