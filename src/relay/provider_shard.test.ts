/** Which of the requests that are due a look offers, where slots are short. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { encodeDocument } from "../contract/tables/table.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { ShardView } from "../views/shard_view.ts";
import { type ProviderErrand, ProviderShard } from "./provider_shard.ts";

const NOW_MS = Date.UTC(2026, 0, 2);
const PLATFORM_REALM = 1;
const REALMS = [4, 5];
const SHARD = 0;

/** A row of a table by its time, as the table of due requests has it. */
const entryOf = (atMs: number, key: string) => atMs.toString(36).padStart(9, "0") + key;

/**
 * Requests to these providers in each realm, due one after another, and a count of the documents that are read. `more`: what else is on
 * record of each provider and of each request.
 */
function openShard(
  asked: readonly string[],
  configured: readonly string[],
  more: { provider?: object; request?: object } = {},
) {
  const rows = new Map<string, Uint8Array>();
  const put = (table: number, realm: number, key: string, value: object) =>
    rows.set(`${table}:${realm}:${key}`, encodeDocument(value));
  for (const provider of configured) {
    const document = { provider, url: "http://127.0.0.1:8090", secrets: [], ...more.provider };
    put(LEDGER_TABLE.provider, PLATFORM_REALM, provider, document);
  }
  for (const realm of REALMS) {
    put(SHARD_TABLE.realm, 0, `${realm}`, { number: realm, names: { environment: "live" } });
    for (const [index, provider] of asked.entries()) {
      const key = encodeIdSuffix(NOW_MS, SHARD, placeOf(realm, index), 0);
      const known = { realm, provider, kind: "verification", attempts: 0, status: "waiting" };
      const request = { ...known, providerRequestId: `preq_${key}`, ...more.request };
      put(LEDGER_TABLE.providerRequest, realm, key, request);
      put(LEDGER_TABLE.providerRequestDue, realm, entryOf(NOW_MS - 1_000 + index, key), {});
    }
  }
  let read = 0;
  const view = {
    shard: SHARD,
    sequence: 1,
    refreshed: () => view,
    realmNumberOf: (key: string) => (key === PLATFORM_REALM_KEY ? PLATFORM_REALM : undefined),
    get(table: number, realm: number, key: string) {
      read++;
      return rows.get(`${table}:${realm}:${key}`);
    },
    *ascend(table: number, realm: number) {
      const prefix = `${table}:${realm}:`;
      for (const [name, value] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (name.startsWith(prefix)) yield { key: name.slice(prefix.length), value };
      }
    },
    descend: () => [],
  };
  const slots = new Map<string, number>();
  const taken: ProviderErrand[] = [];
  const queue = {
    isFull: false,
    offer(errand: ProviderErrand) {
      const left = slots.get(errand.provider) ?? 0;
      if (left === 0) return "no slot" as const;
      slots.set(errand.provider, left - 1);
      taken.push(errand);
      return "taken" as const;
    },
    knows: (key: string) => taken.some((errand) => errand.key === key),
    forget: () => undefined,
  };
  const submitted = { filesPath: "", onUnreadable: () => undefined } as never;
  const shard = new ProviderShard(view as unknown as ShardView, queue, {
    submitted,
    nowMs: () => NOW_MS,
  });
  return {
    taken,
    /** Looks with so many slots for each provider; gives the realms and providers of what was taken. */
    look(free: Record<string, number>) {
      for (const [provider, count] of Object.entries(free)) slots.set(provider, count);
      const before = taken.length;
      read = 0;
      shard.look();
      const news = taken.slice(before).map(({ realm, provider }) => `${realm} ${provider}`);
      return { news, read };
    },
  };
}

test("provider shard: no slot at the only provider -> nothing behind is read; what is under way is not read again", () => {
  const { look } = openShard(new Array(500).fill("acme"), ["acme"]);
  const { news, read } = look({ acme: 3 });
  assert.deepEqual(news, ["4 acme", "4 acme", "4 acme"]);
  // Those that were taken, and in each realm the one that found no slot.
  assert.equal(read, 3 + REALMS.length);
  assert.equal(look({ acme: 0 }).read, REALMS.length);
});

test("provider shard: slots are short -> realms take turns in being first", () => {
  const { look } = openShard(new Array(20).fill("acme"), ["acme"]);
  const realms = [1, 2, 3, 4].map(() => look({ acme: 1 }).news);
  assert.deepEqual(realms, [["4 acme"], ["5 acme"], ["4 acme"], ["5 acme"]]);
});

test("provider shard: one provider has no slot -> the requests to another that are due later are offered", () => {
  const asked = [...new Array(100).fill("slow"), "quick"];
  const { look } = openShard(asked, ["slow", "quick"]);
  assert.deepEqual(look({ slow: 1, quick: 2 }).news, ["4 slow", "4 quick", "5 quick"]);
});

test("provider shard: a bank that speaks files, and an order whose numbers were erased -> refused by that, and waits for no file", () => {
  const suffix = encodeIdSuffix(NOW_MS, SHARD, placeOf(REALMS[0] as number, 0), 0);
  const request = {
    ...{ action: "send", payoutId: `po_${suffix}`, beneficiaryId: `ben_${suffix}` },
    ...{ amount: "1250", currency: "EUR", rail: "sepa" },
  };
  const provider = { kind: "bank", url: "", speaks: "files" };
  const more = { provider, request: { kind: "payout", request } };
  const { look, taken } = openShard(["file-bank"], ["file-bank"], more);
  look({ "file-bank": 1 });
  const { target, answeredByFiles } = taken[0] as ProviderErrand;
  const { answer, channel } = answeredByFiles();
  assert.equal(target.isByFiles, true);
  assert.deepEqual(
    [answer.result, "providerCode" in answer && answer.providerCode, channel],
    ["refused", "account_erased", undefined],
  );
});
