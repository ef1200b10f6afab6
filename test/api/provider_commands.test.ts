/**
 * The operator's commands about the providers of live, on a real server with two ledger shards.
 * A server of its own: providers are configured, which all tenants see, and it is restarted.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SealKeys } from "../../src/access/seal_keys.ts";
import { openSealer } from "../../src/access/sealer.ts";
import { ownerOfProvider } from "../../src/features/provider/provider_document.ts";
import { sealKeysIn } from "../../src/keys/seal_key_file.ts";
import { admin, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const NAME = { name: "acme", kind: "verification", url: "https://acme.example.com/api" };

let server: Server;

before(async () => {
  server = await startServer(FLAGS, newDataDir());
});

after(async () => {
  await stopServer(server);
});

const set = (more: Record<string, string> = {}) =>
  admin(server, "provider set", { ...NAME, ...more });
const list = async () =>
  (await admin(server, "provider list")) as unknown as Record<string, unknown>[];

/** The bytes of every log and state. */
function stored(): string {
  const files = ["shard-0", "shard-1", "platform"].flatMap((shard) =>
    ["log", "state"].map((part) => join(server.dataDir, shard, part, "data.mdb")),
  );
  return files.map((path) => readFileSync(path, "latin1")).join("");
}

/** The sealed texts in the logs of both shards. */
function sealedTexts(): string[] {
  return [...new Set(stored().match(/v1\.[0-9a-f]{16}\.[\w-]{22}\.[\w-]{60,}/g) ?? [])];
}

function openedWith(texts: readonly string[]): string[] {
  const keys = sealKeysIn(readFileSync(join(server.dataDir, "seal.key"), "utf8"));
  const sealer = openSealer(SealKeys.of(keys ?? []));
  return texts.flatMap((text) => {
    try {
      return sealer.open(text, ownerOfProvider("acme"));
    } catch {
      return [];
    }
  });
}

test("provider set: what is no provider -> refused in a sentence, nothing configured", async () => {
  const wrong: [given: Record<string, string>, says: RegExp][] = [
    [{ name: "A b" }, /--name/],
    [{ name: "simulator" }, /--name: simulator is the provider of every sandbox/],
    [{ kind: "payout" }, /--kind is verification or bank/],
    [{ environment: "sandbox" }, /--environment is live/],
    [{ url: "http://acme.example.com" }, /--url: .*https/],
    [{ url: "https://10.0.0.1/" }, /--url: .*public/],
    [{ url: "https://acme.example.com/?a=1" }, /--url: it has a query/],
    [{ "new-secret": "yes" }, /--new-secret/],
    [{ "payee-checks": "sepa" }, /--payee-checks: a bank checks payees/],
    [{ kind: "bank", "payee-checks": "sepa,book" }, /--payee-checks is none, or of sepa, ach, /],
    [{ kind: "bank", "payee-checks": "" }, /--payee-checks is none, or of /],
    [
      { kind: "bank", speaks: "files", "payee-checks": "sepa" },
      /--payee-checks: a bank that speaks/,
    ],
  ];
  for (const [given, says] of wrong) await assert.rejects(set(given), says);
  assert.deepEqual(await list(), []);
  await assert.rejects(admin(server, "provider remove", { name: "acme" }), /no provider is called/);
});

test("provider set: a new one, again, with a new secret -> a secret once each time that it is new", async () => {
  const { secret } = await set();
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  const again = await set({ url: "https://acme.example.com/v2" });
  assert.equal(again["secret"], undefined);
  const { secret: second } = await set({ "new-secret": "true" });
  assert.notEqual(second, secret);
  const [shown, ...others] = await list();
  assert.deepEqual(others, []);
  const { createdAt, ...rest } = shown as Record<string, unknown>;
  assert.ok(typeof createdAt === "string");
  assert.deepEqual(rest, {
    ...{ provider: "acme", kind: "verification", environment: "live", url: NAME.url },
    ...{ status: "serving", secretPrefix: String(second).slice(0, 10), secretsInForce: 2 },
  });
  assert.deepEqual(new Set(openedWith(sealedTexts())), new Set([secret, second]));
  for (const text of [secret, second]) assert.ok(!stored().includes(String(text).slice(6)));
});

test("provider set: another of the kind -> it serves, the first is retired; remove -> nobody", async () => {
  await set({ name: "other" });
  const statuses = async () => (await list()).map(({ provider, status }) => [provider, status]);
  assert.deepEqual(await statuses(), [
    ["acme", "retired"],
    ["other", "serving"],
  ]);
  const removed = await admin(server, "provider remove", { name: "other" });
  assert.deepEqual(removed, { provider: "other", status: "retired" });
  await assert.rejects(admin(server, "provider remove", { name: "other" }), /retired already/);
});

test("provider set: a bank -> serves beside the provider of verifications; as another kind -> refused", async () => {
  await set();
  const { secret, ...bank } = await set({ name: "bank", kind: "bank" });
  assert.match(String(secret), /^whsec_/);
  assert.deepEqual(bank, {
    ...{ provider: "bank", kind: "bank", environment: "live", url: NAME.url, status: "serving" },
  });
  const serving = (await list()).filter(({ status }) => status === "serving");
  assert.deepEqual(
    serving.map(({ provider, kind }) => [provider, kind]),
    [
      ["acme", "verification"],
      ["bank", "bank"],
    ],
  );
  await assert.rejects(set({ name: "bank" }), /--kind: provider bank is of kind bank/);
  const rails = async (checks: Record<string, string>) => {
    await set({ name: "bank", kind: "bank", ...checks });
    return (await list()).find(({ provider }) => provider === "bank")?.["payeeChecks"];
  };
  assert.deepEqual(await rails({ "payee-checks": "sepa,fps,sepa" }), ["sepa", "fps"]);
  assert.deepEqual(await rails({}), ["sepa", "fps"]);
  assert.equal(await rails({ "payee-checks": "none" }), undefined);
  await admin(server, "provider remove", { name: "bank" });
});

test("seal-key rotate: with providers -> their secrets open under the one key that is left", async () => {
  const { secret } = await set({ "new-secret": "true" });
  const rotated = await admin(server, "seal-key rotate");
  assert.equal(rotated["providers"], 3);
  assert.ok(openedWith(sealedTexts()).includes(String(secret)));
  assert.equal((await set())["secret"], undefined);
});

test("provider set: after a restart -> as it was", async () => {
  const before = await list();
  await stopServer(server);
  server = await startServer(FLAGS, server.dataDir);
  assert.deepEqual(await list(), before);
});
