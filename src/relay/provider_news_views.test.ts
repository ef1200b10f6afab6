/** What news is looked up in: providers and effects of several shards, without a search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SealBroken } from "../access/sealer.ts";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { encodeDocument } from "../contract/tables/table.ts";
import { referenceText } from "../features/provider_request/provider_request_state.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { type NewsView, ProviderNewsViews } from "./provider_news_views.ts";

const NOW_MS = Date.UTC(2026, 0, 2);
const PLATFORM_REALM = 3;
const LIVE_REALM = 7;

type Request = { provider: string; index: number; providerReference?: string };
type Provider = { provider: string; secrets: { sealed: string; untilMs?: number }[] };

const keyOf = (shard: number, index: number) => encodeIdSuffix(NOW_MS, shard, placeOf(1, index), 0);

/** The view of a shard with these requests, each made by the record with its index. */
function viewOf(shard: number, requests: Request[], providers: Provider[] = []): NewsView {
  const rows = new Map<string, Uint8Array>();
  const put = (table: number, realm: number, key: string, value: object) =>
    rows.set(`${table}:${realm}:${key}`, encodeDocument(value));
  for (const one of providers) put(LEDGER_TABLE.provider, PLATFORM_REALM, one.provider, one);
  for (const { provider, index, providerReference } of requests) {
    const key = keyOf(shard, index);
    const request = { provider, kind: "verification", providerRequestId: `preq_${key}` };
    put(LEDGER_TABLE.providerRequest, LIVE_REALM, key, request);
    if (providerReference === undefined) continue;
    const text = referenceText(provider, providerReference) + key;
    put(LEDGER_TABLE.providerRequestByReference, 0, text, { key, realm: LIVE_REALM });
  }
  const places = new Set(requests.map(({ index }) => placeOf(1, index)));
  const view = {
    shard,
    refreshed: () => view,
    realmNumberOf: (key: string) => (key === PLATFORM_REALM_KEY ? PLATFORM_REALM : undefined),
    record: (place: number) => (places.has(place) ? { realm: LIVE_REALM } : undefined),
    get: (table: number, realm: number, key: string) => rows.get(`${table}:${realm}:${key}`),
    *ascend(table: number, realm: number, { from = "", below = "" }) {
      const [prefix, start, end] = [`${table}:${realm}:`, from, below];
      for (const [name, value] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const key = name.slice(prefix.length);
        if (name.startsWith(prefix) && key >= start && key < end) yield { key, value };
      }
    },
  };
  return view as unknown as NewsView;
}

const opened = {
  open(sealed: string, owner: string) {
    if (sealed === "broken") throw new SealBroken("unknown_key", owner);
    return `${owner}: ${sealed}`;
  },
};

function viewsOf(...views: NewsView[]): ProviderNewsViews {
  const all = new ProviderNewsViews(opened);
  for (const view of views) all.add(view);
  return all;
}

test("news: the secrets of a provider -> those in force in any shard, each once, without one that does not open", () => {
  const provider = "acme";
  const kind = "verification";
  const first = {
    provider,
    kind,
    secrets: [{ sealed: "new" }, { sealed: "old", untilMs: NOW_MS }],
  };
  const second = {
    ...{ provider, kind },
    secrets: [{ sealed: "new" }, { sealed: "broken" }, { sealed: "last", untilMs: NOW_MS + 1 }],
  };
  const views = viewsOf(viewOf(0, [], [first]), viewOf(1, [], [second]));
  const secrets = ["provider acme: new", "provider acme: last"];
  assert.deepEqual(views.sourceOf("acme", NOW_MS), { kinds: ["verification"], secrets });
  for (const name of ["acm", "acme2", "A", "x".repeat(1_000)]) {
    assert.equal(views.sourceOf(name, NOW_MS), undefined, name);
  }
});

const REQUESTS: Request[] = [
  { provider: "acme", index: 1, providerReference: "chk-1" },
  { provider: "acme", index: 2, providerReference: "chk-11" },
  { provider: "other", index: 3, providerReference: "chk-3" },
  { provider: "acme", index: 4, providerReference: "twice" },
  { provider: "acme", index: 5 },
];
const FURTHER: Request[] = [
  { provider: "acme", index: 1, providerReference: "chk-5" },
  { provider: "acme", index: 2, providerReference: "twice" },
];
const idOf = (shard: number, index: number) => `preq_${keyOf(shard, index)}`;

const NAMED: [
  what: string,
  provider: string,
  named: object,
  found: [number, number] | undefined,
][] = [
  ["an effect", "acme", { effectId: idOf(0, 1) }, [0, 1]],
  ["an effect of another shard", "acme", { effectId: idOf(1, 1) }, [1, 1]],
  ["an effect without an answer", "acme", { effectId: idOf(0, 5) }, [0, 5]],
  ["another provider's effect", "other", { effectId: idOf(0, 1) }, undefined],
  ["an effect where no record is", "acme", { effectId: idOf(0, 9) }, undefined],
  ["an effect of a shard that is none", "acme", { effectId: idOf(5, 1) }, undefined],
  ["what is no id", "acme", { effectId: "preq_1" }, undefined],
  ["another thing's id", "acme", { effectId: `ver_${keyOf(0, 1)}` }, undefined],
  ["the simulator", "simulator", { effectId: idOf(0, 1) }, undefined],
  ["a reference that another begins with", "acme", { providerReference: "chk-1" }, [0, 1]],
  ["a reference of another shard", "acme", { providerReference: "chk-5" }, [1, 1]],
  ["a part of a reference", "acme", { providerReference: "chk-" }, undefined],
  ["another provider's reference", "acme", { providerReference: "chk-3" }, undefined],
  ["a reference of two effects", "acme", { providerReference: "twice" }, undefined],
];

for (const [what, provider, named, found] of NAMED) {
  test(`news: about ${what} -> ${found === undefined ? "nothing" : "its request"}`, () => {
    const views = viewsOf(viewOf(0, REQUESTS), viewOf(1, FURTHER));
    const request = views.requestOf(provider, named as { effectId: string });
    const [shard = 0, index = 0] = found ?? [];
    const kind = "verification";
    const expected = { shard, realm: LIVE_REALM, providerRequestId: idOf(shard, index), kind };
    assert.deepEqual(request, found === undefined ? undefined : expected);
  });
}
