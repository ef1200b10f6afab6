/**
 * A bank that speaks files, from the operator's commands to accounts: orders go out in files, what the bank says of them comes in by files, and money that
 * arrives, each once. Between any two steps the server may be killed.
 * A server of its own: a bank is configured, and the server is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  resolutionOf,
  type SaidEntry,
  statementOf,
  statusReport,
} from "../support/iso20022/bank_says.ts";
import { newDebit, newDestination, newMandate } from "../support/live_debits.ts";
import { erasablePayee, fundedAccount, newPayee, sendingOf } from "../support/live_payouts.ts";
import { assertBalance } from "../support/parties.ts";
import {
  admin,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const BANK = "file-bank";
const OWN_IBAN = "DE02120300000000202051";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "bank-files-"));
let server: Server;
let client: Client;
let credentials: Awaited<ReturnType<typeof newCredentials>>;
let payee: string;

before(async () => {
  await start();
  await admin(server, "provider set", { name: BANK, kind: "bank", speaks: "files" });
  await admin(server, "bank account", {
    ...{ name: BANK, currency: "EUR", holder: "Acme Zahlungen GmbH", iban: OWN_IBAN },
    ...{ bic: "BYLADEM1001", "creditor-id": "DE98ZZZ09999999999" },
  });
  credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
  payee = await newPayee(client);
});

async function start(): Promise<void> {
  server = await startServer(FLAGS, dataDir);
}

/** As after a crash of the process. */
async function killAndStart(): Promise<void> {
  client.close();
  await killServer(server);
  await start();
  client = await openClient(server, credentials);
}

after(async () => {
  client.close();
  await stopServer(server);
  rmSync(folder, { recursive: true });
});

async function paid(account: string, amount: string, beneficiaryId = payee): Promise<string> {
  const money = { amount, currency: "EUR" };
  const draft = { sourceAccountId: account, beneficiaryId, ...money };
  const reply = expect(await client.post("/payouts", draft, { key: randomUUID() }), 201);
  assert.deepEqual([reply.at("status"), reply.at("provider")], ["processing", BANK]);
  return reply.id("payoutId");
}

type Imported = {
  taken: number;
  known: number;
  notTaken: number;
  entries: readonly string[];
  balances: readonly string[];
  differing: number;
};
type Exported = {
  made: number;
  files: readonly { name: string; orders: number; total: string; sha256: string }[];
  ended: readonly string[];
  notWritten: readonly string[];
};

const exported = async () =>
  (await admin(server, "bank export", { name: BANK, folder })) as unknown as Exported;

/** Exports; the one file that this made, and the id of its message as files have it. */
async function newFile(): Promise<{ name: string; text: string; messageId: string }> {
  const before = new Set(readdirSync(folder));
  const { made } = await exported();
  assert.equal(made, 1);
  const [name = "", more] = readdirSync(folder).filter((one) => !before.has(one));
  assert.equal(more, undefined);
  const text = textOf(name);
  return { name, text, messageId: /<MsgId>(.*)<\/MsgId>/.exec(text)?.[1] ?? "" };
}

const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const referencesIn = (text: string) =>
  [...text.matchAll(/<EndToEndId>(.*)<\/EndToEndId>/g)].map(([, reference]) => reference);
/** What an order is called in files. */
const referenceOf = (requestId: string) => requestId.replace("_", "-");

let files = 0;
async function imported(text: string): Promise<Imported> {
  const file = join(folder, `in-${files++}`);
  writeFileSync(file, text);
  try {
    return (await admin(server, "bank import", { name: BANK, file })) as unknown as Imported;
  } finally {
    rmSync(file);
  }
}

const names = { type: "camt.053", iban: OWN_IBAN } as const;
const statement = (messageId: string, ...entries: SaidEntry[]) =>
  statementOf({ ...names, messageId, entries });
const notification = (messageId: string, ...entries: SaidEntry[]) =>
  statementOf({ ...names, type: "camt.054", messageId, entries });
const counts = ({ taken, known, notTaken }: Imported) => [taken, known, notTaken];

async function payout(payoutId: string) {
  const { body } = expect(await client.get(`/payouts/${payoutId}`), 200);
  return body as { status: string; failure?: { code: string } };
}
const newAccount = () => fundedAccount(server, client, "1000000");

test("bank files: two payouts -> one pain.001; exported again, and after kill -9 -> the same bytes, and no order more", async () => {
  const account = await newAccount();
  const payouts = [await paid(account, "12050"), await paid(account, "995")];
  const { name, text } = await newFile();
  assert.deepEqual(referencesIn(text), payouts.map(sendingOf).map(referenceOf));
  assert.match(text, /<CtrlSum>130.45<\/CtrlSum>/);
  await killAndStart();
  rmSync(join(folder, name));
  const again = await exported();
  assert.deepEqual([again.made, again.notWritten], [0, []]);
  assert.equal(textOf(name), text);
});

test("bank files: a message that was made before a crash, and never written -> written by the next export", async () => {
  const payoutId = await paid(await newAccount(), "700");
  const missing = join(folder, "not-there");
  await assert.rejects(admin(server, "bank export", { name: BANK, folder: missing }), /ENOENT/);
  await killAndStart();
  const before = new Set(readdirSync(folder));
  assert.equal((await exported()).made, 0);
  const [name = ""] = readdirSync(folder).filter((one) => !before.has(one));
  assert.deepEqual(referencesIn(textOf(name)), [referenceOf(sendingOf(payoutId))]);
});

test("bank files: pain.002 refuses one of two, the statement has the other, which comes back -> each once, whatever is imported again", async () => {
  const account = await newAccount();
  const refused = await paid(account, "300");
  const sent = await paid(account, "400");
  const { messageId } = await newFile();
  const statuses = [
    { reference: referenceOf(sendingOf(refused)), status: "RJCT", reason: "AC04" },
    { reference: referenceOf(sendingOf(sent)), status: "ACSP" },
  ];
  const report = statusReport({ messageId: "R-1", about: messageId, statuses });
  assert.deepEqual(counts(await imported(report)), [1, 1, 0]);
  assert.deepEqual(counts(await imported(report)), [0, 2, 0]);
  const { status, failure } = await payout(refused);
  assert.deepEqual([status, failure?.code], ["failed", "AC04"]);
  const endToEndId = referenceOf(sendingOf(sent));
  const debit = { amount: "4.00", direction: "DBIT", bankReference: "B-1", endToEndId } as const;
  assert.deepEqual(counts(await imported(statement("S-1", debit))), [1, 0, 0]);
  assert.deepEqual(counts(await imported(notification("N-1", debit))), [0, 1, 0]);
  assert.equal((await payout(sent)).status, "posted");
  await assertBalance(client, account, "999600");
  const back = { ...debit, direction: "CRDT", bankReference: "B-2", returnReason: "MD06" } as const;
  assert.deepEqual(counts(await imported(notification("N-2", back))), [1, 0, 0]);
  assert.deepEqual(counts(await imported(statement("S-2", back))), [0, 1, 0]);
  assert.equal((await payout(sent)).status, "returned");
  await assertBalance(client, account, "1000000");
});

test("bank files: one entry for a whole message -> all its payouts; with another amount -> none", async () => {
  const account = await newAccount();
  const payouts = [await paid(account, "300"), await paid(account, "400")];
  const { messageId: batchMessageId } = await newFile();
  const entry = { direction: "DBIT", bankReference: "B-3", batchMessageId } as const;
  const less = await imported(statement("S-3", { ...entry, amount: "6.99" }));
  assert.deepEqual(counts(less), [0, 0, 1]);
  assert.match(less.entries[0] ?? "", /line \d+: not taken: -6\.99 EUR: .* come to 7\.00 EUR/);
  assert.deepEqual(
    counts(await imported(statement("S-4", { ...entry, amount: "7.00" }))),
    [2, 0, 0],
  );
  for (const one of payouts) assert.equal((await payout(one)).status, "posted");
});

test("bank files: an order with another amount, of nobody, pending, a debit of ours alone -> not taken, and says why", async () => {
  const payoutId = await paid(await newAccount(), "300");
  await newFile();
  const endToEndId = referenceOf(sendingOf(payoutId));
  const debit = { direction: "DBIT", bankReference: "B-5", endToEndId } as const;
  const { entries } = await imported(
    statement(
      "S-5",
      { ...debit, amount: "3.01" },
      { ...debit, amount: "3.00", endToEndId: "preq-01KB0123456789ABCDEFGHJKMN" },
      { ...debit, amount: "3.00", status: "PDNG" },
      { amount: "2.50", direction: "DBIT", bankReference: "FEE" },
      { amount: "2.50", direction: "CRDT" },
    ),
  );
  const why = [/po_\w+ is of 3\.00 EUR/, /no order to this bank/, /not booked/, /of no order/];
  for (const [at, form] of [...why, /AcctSvcrRef/].entries()) assert.match(entries[at] ?? "", form);
  assert.equal((await payout(payoutId)).status, "processing");
});

test("bank files: a payout is cancelled before the export, others after it -> in no file; called back by a camt.055, the same after kill -9; the bank gives one up", async () => {
  const account = await newAccount();
  const early = await paid(account, "300");
  const late = [await paid(account, "400"), await paid(account, "500")];
  expect(await client.post(`/payouts/${early}/cancel`, {}), 200);
  assert.equal((await payout(early)).status, "cancelled");
  const { messageId, text: ordered } = await newFile();
  assert.deepEqual(referencesIn(ordered), late.map(sendingOf).map(referenceOf));
  for (const one of late) {
    const reply = expect(await client.post(`/payouts/${one}/cancel`, {}), 200);
    assert.equal(reply.at("status"), "processing");
    expect(await client.post(`/payouts/${one}/cancel`, {}), 409);
  }
  const { name, text } = await newFile();
  assert.match(name, /^camt\.055-/);
  assert.match(text, new RegExp(`<OrgnlMsgId>${messageId}</OrgnlMsgId>`));
  await killAndStart();
  rmSync(join(folder, name));
  assert.equal((await exported()).made, 0);
  assert.equal(textOf(name), text);
  const [given, kept] = late.map(sendingOf).map(referenceOf) as [string, string];
  const statuses = [
    { reference: given, status: "ACCR" },
    { reference: kept, status: "RJCR", reason: "CUST" },
  ];
  const answer = { messageId: "C-1", conclusion: "PECR", about: messageId, statuses };
  assert.deepEqual(counts(await imported(resolutionOf(answer))), [2, 0, 0]);
  assert.deepEqual(counts(await imported(resolutionOf(answer))), [0, 2, 0]);
  const [first = "", second = ""] = late;
  assert.equal((await payout(first)).status, "cancelled");
  assert.equal((await payout(second)).status, "processing");
  await assertBalance(client, account, "1000000", "500");
  expect(await client.post(`/payouts/${second}/cancel`, {}), 200);
  assert.match((await newFile()).text, new RegExp(`<OrgnlEndToEndId>${kept}</OrgnlEndToEndId>`));
});

test("bank files: the numbers are erased while a payout waits for a file -> failed by the export, available again, in no file", async () => {
  const account = await newAccount();
  const { beneficiaryId, erase } = await erasablePayee(server, client);
  const payoutId = await paid(account, "300", beneficiaryId);
  await erase();
  const { made, ended, notWritten } = await exported();
  const says = `${payoutId} (${sendingOf(payoutId)}): its account numbers were erased`;
  assert.deepEqual([made, ended, notWritten], [0, [says], []]);
  const { status, failure } = await payout(payoutId);
  assert.deepEqual([status, failure?.code], ["failed", "account_erased"]);
  await assertBalance(client, account, "1000000");
  assert.deepEqual((await exported()).ended, []);
});

test("bank files: a collection -> a pain.008; the statement has it, and later takes it back", async () => {
  const destination = await newDestination(client);
  const mandate = await newMandate(server, client);
  const collectionId = await newDebit(client, mandate, destination, "35000");
  expect(await client.post(`/collections/${collectionId}/collect`, {}), 200);
  const { name, text } = await newFile();
  assert.match(name, /^pain\.008-/);
  const [endToEndId = ""] = referencesIn(text);
  const credit = { amount: "350.00", direction: "CRDT", bankReference: "C-1", endToEndId } as const;
  assert.deepEqual(counts(await imported(statement("S-6", credit))), [1, 0, 0]);
  await assertBalance(client, destination, "35000");
  const back = {
    ...credit,
    direction: "DBIT",
    bankReference: "C-2",
    returnReason: "MD06",
  } as const;
  assert.deepEqual(counts(await imported(statement("S-7", back))), [1, 0, 0]);
  const read = expect(await client.get(`/collections/${collectionId}`), 200);
  assert.equal(read.at("status"), "returned");
  await assertBalance(client, destination, "0");
});

test("bank files: an address that the operator has opened at the bank -> credits arrive there, those of nobody are on record", async () => {
  const account = await newDestination(client);
  const asked = { accountId: account, type: "iban", country: "DE", currency: "EUR" };
  expect(await client.post("/financial-addresses", asked), 201);
  const pending = await admin(server, "bank pending", { name: BANK });
  const [opening] = pending["byHand"] as readonly { effect: string; kind: string }[];
  assert.equal(opening?.kind, "address");
  const iban = "DE75512108001245126199";
  const told = { effect: opening?.effect ?? "", outcome: "active", iban, bic: "SOGEDEFFXXX" };
  assert.equal((await admin(server, "bank tell", { name: BANK, ...told }))["verdict"], "applied");
  assert.deepEqual((await admin(server, "bank pending", { name: BANK }))["byHand"], []);
  const payer = { name: "Charles Babbage", iban: "GB29NWBK60161331926819" };
  const arrived = { amount: "5.00", direction: "CRDT", payer, remittance: "Invoice 7" } as const;
  const entries = [
    { ...arrived, bankReference: "CR-1", creditedIban: iban },
    { ...arrived, bankReference: "CR-2" },
  ];
  assert.deepEqual(counts(await imported(notification("N-3", ...entries))), [2, 0, 0]);
  assert.deepEqual(counts(await imported(statement("S-8", ...entries))), [0, 2, 0]);
  await assertBalance(client, account, "500");
  const { credits } = (await admin(server, "credit list")) as {
    credits: readonly { reference: string }[];
  };
  assert.deepEqual(
    credits.map(({ reference }) => reference),
    ["CR-2"],
  );
});

test("bank files: statements close with what is here, then with a cent more, over kill -9 and a late older one -> compared by the newest", async () => {
  const closing = async (minor: bigint, second: number) => {
    const [size, sign] = minor < 0n ? [-minor, "-"] : [minor, ""];
    const text = `${sign}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
    const createdAt = `2026-11-30T19:00:0${second}Z`;
    const ending = { ...names, messageId: "S-9", entries: [], closing: text, createdAt };
    const { balances, differing } = await imported(statementOf(ending));
    return { says: balances[0] ?? "", differing };
  };
  type Compared = { statements: string[]; differences: { difference: string; of: string }[] };
  /** By how much the account differs, as the operator is told of it. */
  const gaps = async () => {
    const read = await admin(server, "provider reconcile", { name: BANK });
    const { differences } = read as unknown as Compared;
    return differences.flatMap((one) => (one.difference === "balance_differs" ? [one.of] : []));
  };
  const { says } = await closing(0n, 1);
  const [, amount = "0", way] = /: ([\d.]+) EUR (more|less) than here$/.exec(says) ?? [];
  const here = BigInt(amount.replace(".", "")) * (way === "more" ? -1n : 1n);
  const same = await closing(here, 2);
  assert.match(same.says, /: closing balance of 2026-11-30, -?[\d.]+ EUR: as here$/);
  assert.equal(same.differing, 0);
  assert.deepEqual(await gaps(), []);
  const other = await closing(here + 1n, 4);
  assert.match(other.says, /: 0\.01 EUR more than here$/);
  assert.equal(other.differing, 1);
  assert.deepEqual(await gaps(), ["EUR -1"]);
  await killAndStart();
  assert.deepEqual(await gaps(), ["EUR -1"]);
  await closing(here, 3);
  assert.deepEqual(await gaps(), ["EUR -1"]);
  await closing(here, 5);
  assert.deepEqual(await gaps(), []);
});

const REFUSED: readonly [string, string, RegExp][] = [
  ["no XML", "MT940", /^line 1: /],
  [
    "a statement of another account",
    statementOf({ ...names, iban: "DE75512108001245126199", messageId: "X", entries: [] }),
    /^line \d+: the account of this statement/,
  ],
];
for (const [what, text, message] of REFUSED) {
  test(`bank files: ${what} is imported -> refused, and nothing is changed`, async () => {
    const refused: unknown = await imported(text).catch((error: Error) => error.message);
    assert.match(String(refused), message);
  });
}

test("bank files: who is nobody, or a folder that is not whole -> refused", async () => {
  await assert.rejects(admin(server, "bank pending", { name: "nobody" }), /no provider/);
  const relative = { name: BANK, folder: "out" };
  await assert.rejects(admin(server, "bank export", relative), /--folder: a whole path/);
});

test("bank files: an account in dollars is named -> what no file has in dollars is said", async () => {
  const numbers = { "account-number": "123456789", "routing-number": "021000021" };
  const named = { name: BANK, currency: "USD", holder: "Acme", ...numbers };
  const { notInFiles } = await admin(server, "bank account", named);
  assert.match(String(notInFiles), /^direct debits over ach: no mandate over it is made/);
  const creditor = admin(server, "bank account", { ...named, "creditor-id": "DE98ZZZ09999999999" });
  await assert.rejects(creditor, /creditor identifier is for debits/);
});
