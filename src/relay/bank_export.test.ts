/** The export of orders into files: what stands in which file, and that a file is the same whenever it is written, also where a step is lost. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  ACCOUNT,
  callBack,
  FILE_BANK,
  fileBank,
  payoutForFile,
} from "../../test/support/features/bank_message/file_bank.ts";
import { made as beneficiaryMade } from "../../test/support/features/beneficiary/beneficiaries.ts";
import { PROVIDER, requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import type { Input } from "../../test/world/input.ts";
import { openAccount } from "../../test/world/parties.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { bankMessageMake } from "../features/bank_message/bank_message.make.ts";
import { bankMessageWritten } from "../features/bank_message/bank_message.written.ts";
import { providerRequestNews } from "../features/provider_request_steps/provider_request.news.ts";
import { type BankExported, type BankExportParts, exportOrders } from "./bank_export.ts";

const STEPS = {
  [bankMessageMake.id]: bankMessageMake,
  [bankMessageWritten.id]: bankMessageWritten,
};
type File = { name: string; orders: number; total: string; sha256: string };
type Exported = Omit<BankExported, "files"> & { files: readonly File[] };

/** A world of live with the bank, its folder, and what an export tells. `loses`: the steps that are lost on their way. */
async function opened(t: TestContext, account?: Input | false) {
  const world = await openWorld({ environment: "live" });
  fileBank(world, account);
  const keys = memoryEntityKeys();
  const folder = mkdtempSync(join(tmpdir(), "bank-export-"));
  t.after(() => rmSync(folder, { recursive: true }));
  let snapshot: Snapshot = await world.snapshot();
  const view = new Proxy({} as Snapshot, {
    get: (_, name) => {
      if (name === "refreshed") return () => view;
      const member = Reflect.get(snapshot, name);
      return typeof member === "function" ? member.bind(snapshot) : member;
    },
  });
  const submitted = {
    ...{ sealer: openEntitySealer(keys), filesPath: "", onUnreadable: () => undefined },
  };
  const loses = new Set<string>();
  const told: object[] = [];
  const parts = {
    shards: [{ view, submitted }],
    async report({ operation, input }: { operation: string; input: Record<string, unknown> }) {
      if (loses.has(operation)) throw new Error(`${operation} is lost`);
      const step = STEPS[operation];
      assert.ok(step !== undefined, operation);
      const { user: _, ...rest } = input;
      const reply = world.made(step, operation === bankMessageMake.id ? input : rest, PROVIDER);
      return { status: 200, body: JSON.stringify(reply) };
    },
    async record(request: object, news: object) {
      told.push({ ...request, ...news });
      return "applied";
    },
    async shown() {
      snapshot = await world.snapshot();
    },
    nowMs: () => world.nowMs,
  } as unknown as BankExportParts;
  const exported = async (day?: string) => {
    await parts.shown();
    const bank = [...world.state.providers.values()].find(
      ({ provider }) => provider === FILE_BANK.provider,
    );
    assert.ok(bank !== undefined);
    const asked = { folder, user: FILE_BANK.user, ...(day !== undefined && { day }) };
    return (await exportOrders(parts, bank, asked)) as Exported;
  };
  /** A payout that waits for a file, to somebody with this name. */
  const order = async (amount: string, name = "Paper Mill Ltd") => {
    const source = openAccount(world, { fundedMinor: BigInt(amount) });
    const { beneficiaryId } = await beneficiaryMade(world, { name }, { keys });
    const parties = { source, beneficiaryId };
    return { ...(await payoutForFile(world, parties, amount)), beneficiaryId };
  };
  /** Destroys the key that the numbers of the beneficiary are sealed under. */
  const erase = (beneficiaryId: string) => {
    const { beneficiaries } = world.state;
    const { sealed } = beneficiaries.byId(world.realmOf(world.caller), beneficiaryId) ?? {};
    keys.destroy(sealed?.keyName ?? "");
  };
  const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
  return { world, folder, loses, told, exported, order, erase, textOf };
}

const referencesIn = (text: string) =>
  [...text.matchAll(/<EndToEndId>(.*)<\/EndToEndId>/g)].map(([, reference]) => reference);
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
const refer = (id: string) => id.replace("_", "-");

test("bank export: two payouts -> one file with both, and its digest; again -> the same file, and nothing is made", async (t) => {
  const { exported, order, textOf } = await opened(t);
  const orders = [await order("1250"), await order("300")];
  const first = await exported();
  assert.deepEqual([first.made, first.ended, first.notWritten], [1, [], []]);
  const [file] = first.files;
  assert.deepEqual([file?.orders, file?.total], [2, "15.50 EUR"]);
  const text = textOf(file?.name ?? "");
  assert.equal(digestOf(text), file?.sha256);
  assert.deepEqual(
    referencesIn(text),
    orders.map(({ providerRequestId }) => refer(providerRequestId)),
  );
  const again = await exported();
  assert.deepEqual(again, { ...first, made: 0 });
  assert.equal(textOf(file?.name ?? ""), text);
});

test("bank export: a payout after an export -> a file of its own; the one before is the same", async (t) => {
  const { exported, order } = await opened(t);
  await order("1250");
  const [before] = (await exported()).files;
  await order("300");
  const { made, files } = await exported();
  assert.equal(made, 1);
  assert.deepEqual(files[0], before);
  assert.deepEqual(
    files.map(({ orders }) => orders),
    [1, 1],
  );
});

test("bank export: the note that a file was written is lost -> rejected; the next export writes the same file, also of another day", async (t) => {
  const { exported, order, loses, folder, textOf } = await opened(t);
  await order("1250");
  loses.add(bankMessageWritten.id);
  await assert.rejects(exported(), /is lost/);
  const [name = ""] = readdirSync(folder);
  const text = textOf(name);
  rmSync(join(folder, name));
  loses.clear();
  const { made, files } = await exported("2020-01-01");
  assert.equal(made, 0);
  assert.deepEqual(
    files.map((file) => file.name),
    [name],
  );
  assert.equal(textOf(name), text);
  // What is on record as written belongs to its day alone.
  assert.deepEqual((await exported("2020-01-01")).files, []);
});

test("bank export: the making of a message is lost -> rejected, and no file; the orders are in the next one", async (t) => {
  const { exported, order, loses, folder, world } = await opened(t);
  const { providerRequestId } = await order("1250");
  loses.add(bankMessageMake.id);
  await assert.rejects(exported(), /is lost/);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(requestIn(world, providerRequestId).file, "waiting");
  loses.clear();
  assert.equal((await exported()).files[0]?.orders, 1);
});

test("bank export: a bank without an account in the currency -> no message, and says which command names one", async (t) => {
  const { exported, order, folder } = await opened(t, false);
  const { payoutId } = await order("1250");
  const { made, files, notWritten, ended } = await exported();
  assert.deepEqual([made, files, ended, readdirSync(folder)], [0, [], [], []]);
  assert.equal(notWritten.length, 1);
  assert.match(
    notWritten[0] ?? "",
    new RegExp(`^${payoutId} .*no account in EUR: see \`bank account\``),
  );
});

test("bank export: a holder in another script -> no message, and says so", async (t) => {
  const { exported, order, folder } = await opened(t, { ...ACCOUNT, holder: "Αθηνά" });
  await order("1250");
  const { made, notWritten } = await exported();
  assert.deepEqual([made, readdirSync(folder)], [0, []]);
  assert.match(notWritten[0] ?? "", /the bank's account in EUR: its holder .*not written in Latin/);
});

test("bank export: orders that come to more than a sum can say -> two files, and so when they are called back", async (t) => {
  const { exported, order, world } = await opened(t);
  const large = "5".padEnd(18, "0");
  const orders = [await order("1250"), await order(large), await order(large)];
  const totals = (files: readonly File[]) => files.map(({ orders, total }) => [orders, total]);
  const whole = "5".padEnd(16, "0");
  const expected = [
    [2, `${(BigInt(large) + 1250n) / 100n}.50 EUR`],
    [1, `${whole}.00 EUR`],
  ];
  const { made, files } = await exported();
  assert.deepEqual([made, totals(files)], [2, expected]);
  for (const { payoutId } of orders) callBack(world, payoutId);
  const back = await exported();
  assert.deepEqual([back.made, totals(back.files.slice(2))], [2, expected]);
});

test("bank export: a name in another script beside one in Latin -> one stands in the file, the other is named and waits", async (t) => {
  const { exported, order, world } = await opened(t);
  const odd = await order("1250", "Бумажная фабрика");
  const fine = await order("300");
  const { made, files, notWritten, ended } = await exported();
  assert.deepEqual([made, files[0]?.orders, ended], [1, 1, []]);
  assert.equal(files[0]?.total, "3.00 EUR");
  assert.match(notWritten[0] ?? "", new RegExp(`^${odd.payoutId} `));
  assert.ok(!/[а-я]/i.test(notWritten.join()), "what the operator reads has nothing personal");
  assert.equal(requestIn(world, odd.providerRequestId).file, "waiting");
  assert.notEqual(requestIn(world, fine.providerRequestId).file, "waiting");
});

test("bank export: the numbers were erased while an order waited -> told as failed once, by the platform's own code", async (t) => {
  const { exported, order, erase, told } = await opened(t);
  const { payoutId, providerRequestId, beneficiaryId } = await order("1250");
  erase(beneficiaryId);
  const { made, files, ended, notWritten } = await exported();
  assert.deepEqual([made, files, notWritten], [0, [], []]);
  assert.match(ended[0] ?? "", new RegExp(`^${payoutId} .*account numbers were erased`));
  const [news] = told as { effectId: string; status: string; reason: string }[];
  assert.deepEqual(
    [news?.effectId, news?.status, news?.reason],
    [providerRequestId, "failed", "account_erased"],
  );
});

test("bank export: payouts of two files are called back -> one camt.055 with both, and its digest; again, and when the numbers are erased -> the same file", async (t) => {
  const { exported, order, erase, textOf, world } = await opened(t);
  const first = await order("1250");
  await exported();
  const second = await order("300");
  const before = (await exported()).files;
  for (const { payoutId } of [first, second]) callBack(world, payoutId);
  const { made, files, notWritten } = await exported();
  assert.deepEqual([made, files.slice(0, 2), notWritten], [1, before, []]);
  const [, , file] = files as (File & { action?: string })[];
  assert.deepEqual([file?.orders, file?.total, file?.action], [2, "15.50 EUR", "cancel"]);
  assert.match(file?.name ?? "", /^camt\.055-bmsg_\w+\.xml$/);
  const text = textOf(file?.name ?? "");
  assert.equal(digestOf(text), file?.sha256);
  const inFile = (form: RegExp) => [...text.matchAll(form)].map(([, found]) => found);
  assert.deepEqual(
    inFile(/<OrgnlEndToEndId>(.*)<\/OrgnlEndToEndId>/g),
    [first, second].map(({ providerRequestId }) => refer(providerRequestId)),
  );
  assert.deepEqual(
    inFile(/<OrgnlMsgId>(.*)<\/OrgnlMsgId>/g),
    before.map(({ name }) => refer(name.replace(/^pain\.001-(.*)\.xml$/, "$1"))),
  );
  erase(first.beneficiaryId);
  const again = await exported();
  assert.equal(again.made, 0);
  assert.deepEqual(again.files.at(-1), file);
  assert.equal(textOf(file?.name ?? ""), text);
});

test("bank export: a payout that is called back has come to its end -> no file, and nothing waits", async (t) => {
  const { exported, order, world } = await opened(t);
  const { payoutId, providerRequestId } = await order("1250");
  const [file] = (await exported()).files;
  const called = callBack(world, payoutId);
  const progress = { status: "posted", occurredAtMs: 1_000 };
  world.made(providerRequestNews, { providerRequestId, newsId: "n-1", progress }, PROVIDER);
  const { made, files } = await exported();
  assert.deepEqual([made, files], [0, [file]]);
  assert.equal(requestIn(world, called.providerRequestId).file, "none");
});

test("bank export: the numbers were erased after the file was written -> the file is not written again, and says so", async (t) => {
  const { exported, order, erase, folder } = await opened(t);
  const { beneficiaryId, providerRequestId } = await order("1250");
  const [file] = (await exported()).files;
  erase(beneficiaryId);
  rmSync(join(folder, file?.name ?? ""));
  const { files, notWritten } = await exported();
  assert.deepEqual([files, readdirSync(folder)], [[], []]);
  assert.match(notWritten[0] ?? "", new RegExp(`cannot be written: ${providerRequestId}: `));
});
