/**
 * Files of a bank that are wrong, or meant to do harm, handed to a server: each ends in a sentence that says where it is wrong, and nothing of it is booked. Those that are odd, and
 * right, are booked once.
 * A server of its own: a bank is configured.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FILE_BYTES_MAX } from "../../src/iso20022/xml_reader.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type SaidEntry, statementOf, statusReport } from "../support/iso20022/bank_says.ts";
import { fundedAccount, newPayee, sendingOf } from "../support/live_payouts.ts";
import { assertBalance } from "../support/parties.ts";
import {
  admin,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const BANK = "file-bank";
/** By currency, the platform's account; yen have an account without an IBAN. */
const ACCOUNTS = {
  EUR: { iban: "DE02120300000000202051", bic: "BYLADEM1001" },
  KWD: { iban: "KW81CBKU0000000000001234560101" },
  JPY: { "account-number": "7654321" },
};

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "bank-hostile-"));
let server: Server;
let client: Client;
let payee: string;
let account: string;

before(async () => {
  server = await startServer(["--shards", "2", "--edges", "1"], dataDir);
  await admin(server, "provider set", { name: BANK, kind: "bank", speaks: "files" });
  for (const [currency, numbers] of Object.entries(ACCOUNTS)) {
    await admin(server, "bank account", { name: BANK, currency, holder: "Acme", ...numbers });
  }
  const credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
  payee = await newPayee(client);
  account = await fundedAccount(server, client, "1000000");
});

after(async () => {
  client.close();
  await stopServer(server);
  rmSync(folder, { recursive: true });
});

type Imported = { taken: number; known: number; notTaken: number; entries: readonly string[] };
const counts = ({ taken, known, notTaken }: Imported) => [taken, known, notTaken];

const importedAt = async (file: string) =>
  (await admin(server, "bank import", { name: BANK, file })) as unknown as Imported;
async function imported(text: string | Uint8Array): Promise<Imported> {
  const file = join(folder, "in");
  writeFileSync(file, text);
  return await importedAt(file);
}

/** A payout that stands in a file: its id, what files call it, and the message that has it. */
async function sent(amount: string) {
  const draft = { sourceAccountId: account, beneficiaryId: payee, amount, currency: "EUR" };
  const payoutId = expect(await client.post("/payouts", draft, { key: randomUUID() }), 201).id(
    "payoutId",
  );
  await admin(server, "bank export", { name: BANK, folder });
  const endToEndId = sendingOf(payoutId).replace("_", "-");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const text = texts.find((one) => one.includes(`<EndToEndId>${endToEndId}<`)) ?? "";
  const [, about = ""] = /<MsgId>(.*)<\/MsgId>/.exec(text) ?? [];
  return { payoutId, endToEndId, about };
}
const statusOf = async (payoutId: string) =>
  expect(await client.get(`/payouts/${payoutId}`), 200).at("status");

const { iban } = ACCOUNTS.EUR;
const statement = (messageId: string, ...entries: SaidEntry[]) =>
  statementOf({ messageId, iban, entries });
const credit = (bankReference: string, more: Partial<SaidEntry> = {}): SaidEntry => ({
  ...{ amount: "7.00", direction: "CRDT", bankReference },
  ...more,
});

/** References of the credits of nobody that are on record. */
async function references(): Promise<string[]> {
  const { credits } = (await admin(server, "credit list")) as {
    credits: readonly { reference: string }[];
  };
  return credits.map(({ reference }) => reference);
}

const GOOD = statement("BAD-1", credit("BAD-1"), credit("BAD-2"));
const BOMB = Array.from({ length: 9 }, (_, at) =>
  at === 0 ? '<!ENTITY a0 "aa">' : `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`,
);
const REFUSED: readonly [what: string, text: string | Uint8Array, RegExp][] = [
  [
    "cut in the middle of an entry",
    GOOD.slice(0, GOOD.indexOf("BAD-2")),
    /^line \d+: unclosed tag/,
  ],
  ["cut before its last sign", GOOD.slice(0, -2), /^line \d+: unclosed tag: Document$/],
  ["empty", "", /^line 1: /],
  ["of another namespace", GOOD.replace("camt.053.001.08", "pacs.008.001.08"), /^line 2: .*pacs/],
  [
    "with entities that would grow to a gigabyte",
    GOOD.replace("<Document", `<!DOCTYPE d [${BOMB.join("")}]>\n<Document`).replace(
      "<MsgId>BAD-1",
      "<MsgId>&a8;",
    ),
    /^line 2: a document type is not allowed$/,
  ],
  ["of 50 MB", Buffer.alloc(50_000_000, 32), new RegExp(`at most ${FILE_BYTES_MAX}$`)],
  [
    "with a wrong amount in its last entry",
    GOOD.replace(/(.*<Ntry>\s*<Amt Ccy="EUR">)7\.00/s, (_, before) => `${before}7.001`),
    /"7\.001"/,
  ],
  ["with two messages", GOOD.replace(/<BkTo[\s\S]*Stmt>/, "$&$&"), /stands there twice$/],
  [
    "of the year 9999",
    GOOD.replaceAll("2026-11-30", "9999-12-31"),
    /^the file is of 9999-12-31, which is to come$/,
  ],
];
for (const [what, text, message] of REFUSED) {
  test(`hostile file: ${what} -> refused, says where, and nothing of it is booked`, async () => {
    await assert.rejects(imported(text), { message });
    assert.deepEqual(
      (await references()).filter((one) => one.startsWith("BAD")),
      [],
    );
  });
}

test("hostile file: a pipe that nobody writes into, a folder, a device -> refused at once", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const file of [pipe, folder, "/dev/zero"]) {
    await assert.rejects(importedAt(file), { message: `${file} is no file` });
  }
  rmSync(pipe);
});

test("hostile file: the same message id with other content -> what is on record holds, and says so", async () => {
  const { payoutId, endToEndId, about } = await sent("300");
  const report = (status: string) =>
    statusReport({ messageId: "SAME", about, statuses: [{ reference: endToEndId, status }] });
  assert.deepEqual(counts(await imported(report("RJCT"))), [1, 0, 0]);
  const { entries, ...other } = await imported(report("ACSC"));
  assert.deepEqual(counts({ ...other, entries }), [0, 0, 1]);
  assert.match(entries[0] ?? "", /posted \(ACSC\): it contradicts what is on record, which holds$/);
  assert.equal(await statusOf(payoutId), "failed");
  await assertBalance(client, account, "1000000");
  assert.deepEqual(counts(await imported(statement("SAME", credit("C-1")))), [1, 0, 0]);
  const more = await imported(statement("SAME", credit("C-1", { amount: "8.00" })));
  assert.deepEqual(counts(more), [0, 0, 1]);
  assert.match(more.entries[0] ?? "", /credit of 8\.00 EUR, C-1: it contradicts/);
});

test("hostile file: money comes back before it has left, in the file and by its days -> returned once", async () => {
  const first = await sent("400");
  const second = await sent("500");
  const moved = ({ endToEndId }: { endToEndId: string }, amount: string) => {
    const common = { amount, endToEndId };
    return {
      left: { ...common, direction: "DBIT", bankReference: `L-${amount}` },
      back: { ...common, direction: "CRDT", bankReference: `R-${amount}`, returnReason: "AC04" },
    } as const;
  };
  const { left, back } = moved(first, "4.00");
  assert.deepEqual(counts(await imported(statement("O-1", back, left))), [1, 1, 0]);
  assert.deepEqual(counts(await imported(statement("O-1", left, back))), [0, 2, 0]);
  const other = moved(second, "5.00");
  const early = { ...other.back, day: "2026-11-28" };
  assert.deepEqual(counts(await imported(statement("O-2", other.left))), [1, 0, 0]);
  assert.deepEqual(counts(await imported(statement("O-3", early))), [1, 0, 0]);
  for (const { payoutId } of [first, second]) assert.equal(await statusOf(payoutId), "returned");
  await assertBalance(client, account, "1000000");
});

test("hostile file: credits in another currency than the account's -> not taken; in yen and dinars on theirs -> to the last unit", async () => {
  const foreign = await imported(statement("F-1", credit("F-1", { amount: "7", currency: "JPY" })));
  assert.deepEqual(counts(foreign), [0, 0, 1]);
  assert.match(foreign.entries[0] ?? "", /the account is in EUR: see `bank account`$/);
  const yen = credit("J-1", { amount: "1", currency: "JPY" });
  const text = statementOf({ messageId: "J-1", iban: "7654321", entries: [yen] });
  const others = text.replace(/<IBAN>(.*)<\/IBAN>/, "<Othr><Id>$1</Id></Othr>");
  assert.deepEqual(counts(await imported(others)), [1, 0, 0]);
  const amounts = ["0.001", "999999999999999.999"];
  const entries = amounts.map((amount) => credit(`K-${amount}`, { amount, currency: "KWD" }));
  const dinars = statementOf({ messageId: "K-1", iban: ACCOUNTS.KWD.iban, entries });
  assert.deepEqual(counts(await imported(dinars)), [2, 0, 0]);
  const found = (await references()).filter((one) => /^[FJK]-/.test(one));
  assert.deepEqual(found.sort(), ["J-1", ...amounts.map((amount) => `K-${amount}`)]);
});
