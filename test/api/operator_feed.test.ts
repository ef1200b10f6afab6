/**
 * Every command of the operator, found in the table of commands, against a real server: what changes something of a
 * company stands in the company's audit feed, and what makes a credential of live is mailed to the company's owners.
 * A server of its own: some commands change what all companies share.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { secretsOf } from "../../src/contract/declare/secrets.ts";
import { OPERATOR_OPERATIONS } from "../../src/features/registry.ts";
import type { RingView } from "../../src/keys/key_rotation.ts";
import type { OperatorCommand } from "../../src/operator/operator_command.ts";
import { OPERATOR_COMMANDS } from "../../src/operator/operator_commands.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { failedDebit } from "../support/live_debits.ts";
import { accountOfClosed, cancelledPayout, newPayee } from "../support/live_payouts.ts";
import { FLAG_VALUES, LEFT_OUT } from "../support/operator_flags.ts";
import { ADA } from "../support/parties.ts";
import {
  type Browser,
  enrol,
  mailFor,
  mailsTo,
  newEmail,
  openPeople,
  type People,
} from "../support/people.ts";
import {
  admin,
  killServer,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FLAGS = ["--shards", "2"];
const CAPABILITIES = ["transfers", "holds", "customers", "ledger"];
const MAIL = 'made a credential for your company "Acme"';
/** Nobody is asked there. */
const NOWHERE = "https://acme.example.com/api";

let server: Server;
let people: People;
let owner: Browser;
let tenantId: string;
let userId: string;
let live: Client;
const folder = mkdtempSync(join(tmpdir(), "operator-feed-"));

before(async () => {
  server = await startServer(FLAGS);
  people = await openPeople(server);
  owner = await people.founder("Acme");
  const { secret } = await enrol(owner);
  await people.logIn(owner, { totpSecret: secret });
  const me = expect(await owner.get("/users/me"), 200);
  userId = me.id("userId");
  tenantId = (me.at("tenants.0") as { tenantId: string }).tenantId;
  live = await openClient(
    server,
    await newCredentials(server, { tenantId, environment: "live", live: "true" }),
  );
});

after(async () => {
  await live.close();
  people.close();
  await stopServer(server);
  rmSync(folder, { recursive: true });
});

type Made = string | Promise<string>;
/** A member of the company who is new. */
const newMember = async () => await people.invited(owner, "developer");
const idOf = async (browser: Browser) => expect(await browser.get("/users/me"), 200).id("userId");
async function newCustomer(): Promise<{ customerId: string; entityId: string }> {
  const { productId } = live;
  const made = expect(await live.post("/customers", { productId, entity: ADA }), 201);
  return { customerId: made.id("customerId"), entityId: String(made.at("entity.entityId")) };
}
/** The access of a customer that compliance has cleared. */
async function newAccess(): Promise<string> {
  const { productId } = live;
  const { customerId } = await newCustomer();
  await admin(server, "customer activate", { customer: customerId, reason: "seen" });
  const list = `/customer-accesses?productId=${productId}&customerId=${customerId}`;
  return String(expect(await live.get(list), 200).items()[0]?.["customerAccessId"]);
}
async function newAccount(): Promise<string> {
  const { customerId } = await newCustomer();
  await admin(server, "customer activate", { customer: customerId, reason: "seen" });
  const { productId } = live;
  const draft = { productId, role: "customer_balance", currency: "EUR" };
  const account = await live.post("/accounts", {
    ...draft,
    owner: { type: "customer", id: customerId },
  });
  return expect(account, 201).id("accountId");
}
async function newProduct(): Promise<string> {
  return expect(await owner.post("/products", { name: "Fresh" }), 201).id("productId");
}
async function newKey(): Promise<string> {
  return (await newCredentials(server, { tenantId, productId: await newProduct() })).apiKeyId;
}
async function newToken(): Promise<string> {
  const draft = { name: "ci", scopes: ["products:read"] };
  return expect(await owner.post("/personal-access-tokens", draft), 201).id(
    "personalAccessTokenId",
  );
}
async function newSession(): Promise<string> {
  const member = await newMember();
  return expect(await member.get("/sessions/current"), 200).id("sessionId");
}

/** What a command is given, by the name of its flag: a thing of the company that is new and as the command needs it. */
const VALUES: Readonly<Record<string, () => Made>> = {
  ...FLAG_VALUES,
  tenant: () => tenantId,
  product: newProduct,
  key: newKey,
  customer: async () => (await newCustomer()).customerId,
  entity: async () => (await newCustomer()).entityId,
  access: newAccess,
  beneficiary: () => newPayee(live),
  account: newAccount,
  user: async () => await idOf(await newMember()),
  session: newSession,
  token: newToken,
  email: newEmail,
  expires: () => new Date(Date.now() + 3_600_000).toISOString(),
  url: () => NOWHERE,
  folder: () => folder,
  file: () => join(import.meta.dirname, "operator_feed.test.ts"),
};

/** What must have happened before, where a new thing is not yet as the command needs it. */
const GIVEN: Readonly<Record<string, (given: Record<string, string>) => Promise<unknown>>> = {
  "product activate": requested,
  "product reject": requested,
  "product suspend": ({ product = "" }) => admin(server, "product set", { product, live: "true" }),
  "entity reinstate": ({ entity = "" }) =>
    admin(server, "entity restrict", { entity, reason: "looked into" }),
  "mfa reset": async (given) => {
    const member = await newMember();
    await enrol(member);
    given["user"] = await idOf(member);
  },
  "token create": async (given) => {
    given["user"] = userId;
  },
  "account release": async (given) => {
    delete given["provider"];
    const asked = { tenantId, environment: "live", live: "true" } as const;
    given["account"] = await accountOfClosed(server, await newCredentials(server, asked));
  },
  "beneficiary erase": async (given) => {
    given["product"] = live.productId;
  },
  "payout correct": async (given) => {
    await newFileBank({});
    Object.assign(given, { payout: await cancelledPayout(server, live), outcome: "posted" });
  },
  "collection correct": async (given) => {
    const bank = { name: "" };
    await newFileBank(bank);
    const collection = await failedDebit(server, live, bank.name);
    Object.assign(given, { collection, outcome: "collected" });
  },
  "payout-limit set": async (given) => {
    given["product"] = live.productId;
  },
  "payout-limit remove": (given) => {
    given["product"] = live.productId;
    return admin(server, "payout-limit set", { ...given, "max-count": "3" });
  },
  "provider remove": ({ name = "" }) =>
    admin(server, "provider set", { name, kind: "verification", url: NOWHERE }),
  ...Object.fromEntries(
    ["account", "export", "import", "pending", "tell"].map((name) => [`bank ${name}`, newFileBank]),
  ),
  "pepper retire": earlierKeyOf("pepper", "pepper.key"),
  "cursor-key retire": earlierKeyOf("cursor-key", "cursor.key"),
  "receipt-salt retire": earlierKeyOf("receipt-salt", "receipt-salt.key"),
  "receipt-key distrust": earlierKeyOf("receipt-key", "receipt.key"),
};
/** By command: the refusal, where the company itself needs what the command would take away. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "pepper retire": /is still needed/,
  "receipt-salt retire": /is still needed/,
  "credit assign": /has told no credit/,
  "credit return": /has told no credit/,
  "bank import": /text data outside of root node/,
  "bank tell": /was asked nothing/,
};

/** Rotates a key of the directory, so that there is one before the current one, which the command is given. */
function earlierKeyOf(name: string, file: string) {
  return async (given: Record<string, string>): Promise<void> => {
    await admin(server, `${name} rotate`);
    const files = (await admin(server, "key-files list")) as unknown as RingView[];
    given["key"] = files.find((one) => one.file === file)?.keys[1]?.keyId ?? "";
  };
}

function newFileBank(given: Record<string, string>): Promise<unknown> {
  given["name"] = "file-bank";
  return admin(server, "provider set", { name: "file-bank", kind: "bank", speaks: "files" });
}

async function requested({ product = "" }: Record<string, string>): Promise<void> {
  const asked = { expectedPricing: PRICES, capabilities: CAPABILITIES };
  expect(await owner.post(`/products/${product}/activation`, asked), 200);
}

/** Every flag with a value of the test's; fails where a command has one that the test does not know. */
async function givenTo({ name, flags, kind }: OperatorCommand): Promise<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const flag of flags) {
    if (flag.name === "idempotency-key") continue;
    // A list is asked for as it is; the flags of a write say all that it can change.
    if (kind === "list" && flag.isRequired !== true) continue;
    if (LEFT_OUT.includes(flag.name)) continue;
    const make = VALUES[flag.name];
    assert.ok(make !== undefined, `${name}: the test has a value of --${flag.name}`);
    given[flag.name] = await make();
  }
  await GIVEN[name]?.(given);
  return given;
}

type Entry = {
  operation: string;
  actor: { type: string; id: string };
  resource: { type: string; id: string };
  before?: object;
  after?: object;
  requestId: string;
};

async function feedOf(browser: Browser): Promise<Entry[]> {
  const reply = expect(await browser.get("/tenant/audit-events?limit=100&actorType=operator"), 200);
  return reply.items() as unknown as Entry[];
}

/** What the company sees of itself. */
async function company(): Promise<unknown> {
  const products = expect(await owner.get("/products?limit=100"), 200).items();
  const keys = await Promise.all(
    products.map(async ({ productId }) =>
      expect(await owner.get(`/products/${productId}/api-keys?limit=100`), 200).items(),
    ),
  );
  const lists = [
    "/customers",
    "/accounts",
    "/transfers",
    "/customer-accesses",
    "/webhook-endpoints",
  ];
  const things = lists.map(
    async (path) => (await live.get(`${path}?limit=100&productId=${live.productId}`)).body,
  );
  const own = ["/tenant", "/tenant/members?limit=100", "/personal-access-tokens?limit=100"];
  const inCompany = own.map(async (path) => expect(await owner.get(path), 200).body);
  // Uses are noted at their own time.
  const text = JSON.stringify([products, keys, await Promise.all([...things, ...inCompany])]);
  return JSON.parse(text, (name, value) => (name.startsWith("lastUsed") ? undefined : value));
}

const operationOf = new Map(OPERATOR_OPERATIONS.map((operation) => [operation.id, operation]));
/** Commands that make a company, whose feed nobody of Acme reads. */
const MAKES_COMPANY = new Set(["platform.tenant.create", "platform.company.create"]);

for (const command of OPERATOR_COMMANDS) {
  const { name, kind } = command;
  const isRead = kind === "own" || kind === "list";
  if (isRead) {
    test(`${name}: no change of a company's -> the company is as before, nothing in its feed`, async () => {
      const given = await givenTo(command);
      const [seen, entries] = [await company(), await feedOf(owner)];
      // A provider that is not there is not asked for its book.
      const refusal = REFUSED[name];
      if (refusal !== undefined) await assert.rejects(admin(server, name, given), refusal);
      else if (name !== "provider reconcile") await admin(server, name, given);
      assert.deepEqual(await company(), seen);
      assert.deepEqual(await feedOf(owner), entries);
    });
  } else if (!MAKES_COMPANY.has(command.operation)) {
    test(`${name}: done -> in the company's audit feed, by the operator; a credential of live is mailed`, async () => {
      const given = await givenTo(command);
      const seen = (await feedOf(owner)).length;
      const mails = mailsTo(server, owner.email).length;
      const answer = await admin(server, name, given);
      const [entry, ...more] = (await feedOf(owner)).slice(0, -seen || undefined);
      assert.ok(entry !== undefined && more.length === 0, JSON.stringify([entry, ...more]));
      assert.equal(entry.operation, command.operation);
      assert.equal(entry.actor.type, "operator");
      const ids = Object.values({ ...answer, ...given });
      assert.ok(ids.includes(entry.resource.id), `${entry.resource.id} of ${JSON.stringify(ids)}`);
      assert.ok(entry.after !== undefined);
      assert.match(entry.requestId, /^req_/);
      assert.ok(!JSON.stringify(entry).includes("because"), "the reason is the operator's own");
      const { output } = operationOf.get(command.operation) ?? assert.fail(command.operation);
      const secrets = secretsOf(output, "output")?.textsIn(answer) ?? [];
      assert.ok(!secrets.some((secret) => JSON.stringify(entry).includes(secret)));
      if (secrets.length === 0) return;
      const mail = (await mailFor(server, owner.email, mails)).replaceAll("=\r\n", "");
      assert.ok(mail.includes(MAIL), mail);
      assert.ok(!secrets.some((secret) => mail.includes(secret)));
    });
  }
}

test("operator's commands: those that make a company -> in the feed of the new company; a password is mailed to its owner", async () => {
  const made = OPERATOR_COMMANDS.filter(
    (command) => "operation" in command && MAKES_COMPANY.has(command.operation),
  );
  assert.equal(made.length, MAKES_COMPANY.size);
  const email = newEmail();
  const flags = { name: "Acme", email, "display-name": "Grace Hopper" };
  const { password, tenantId: id } = await admin(server, "company create", flags);
  assert.ok((await mailFor(server, email)).replaceAll("=\r\n", "").includes(MAIL));
  const grace = people.browser(email);
  await people.logIn(grace, { password: String(password) });
  const [entry] = await feedOf(grace);
  assert.deepEqual([entry?.operation, entry?.resource.id], ["platform.company.create", id]);
});

test("key create: of the sandbox -> in the feed, and no mail", async () => {
  const mails = mailsTo(server, owner.email).length;
  await admin(server, "key create", { product: live.productId, environment: "sandbox" });
  const [first] = await feedOf(owner);
  assert.equal(first?.operation, "platform.api_key.create");
  assert.deepEqual(first?.after, { ...first?.after, environment: "sandbox" });
  // A mail that comes after it is the next: none was sent for the key.
  await admin(server, "key create", { product: live.productId, environment: "live" });
  const mail = await mailFor(server, owner.email, mails);
  assert.match(mail.replaceAll("=\r\n", ""), /which works in live/);
  assert.equal(mailsTo(server, owner.email).length, mails + 1);
});

test("account fund: the same words twice, and refused -> one entry, and none", async () => {
  const account = await newAccount();
  const seen = (await feedOf(owner)).length;
  const flags = { account, amount: "7", currency: "EUR", reason: "wire-9" };
  await admin(server, "account fund", flags);
  await admin(server, "account fund", flags);
  await assert.rejects(admin(server, "account fund", { ...flags, currency: "USD" }), /USD/);
  const [entry, ...more] = (await feedOf(owner)).slice(0, -seen);
  assert.deepEqual(more, []);
  const { operationId, ...after } = (entry?.after ?? {}) as Record<string, unknown>;
  const { productId } = live;
  assert.deepEqual(after, { amount: "7", currency: "EUR", productId, environment: "live" });
  expect(await live.get(`/operations/${operationId}`), 200);
});

test("operator's commands: the server is killed and starts again -> the same feed, and the commands go on", async () => {
  const feed = await feedOf(owner);
  await killServer(server);
  const { cookie, csrfToken } = owner;
  server = await startServer(FLAGS, server.dataDir);
  await live.close();
  people.close();
  people = await openPeople(server);
  owner = Object.assign(people.browser(owner.email), { cookie, csrfToken });
  assert.deepEqual(await feedOf(owner), feed);
  const product = await newProduct();
  await admin(server, "product set", { product, status: "closed" });
  const [entry] = await feedOf(owner);
  assert.deepEqual([entry?.operation, entry?.resource.id], ["platform.product.update", product]);
  live = await openClient(server, { productId: product, apiKey: "" });
});
