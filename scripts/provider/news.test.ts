/** What the reference provider tells a platform, in which order and how often. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { controlProvider } from "../../test/support/provider.ts";
import {
  effectOf,
  exchangeOf,
  platformOf,
  providerOf,
} from "../../test/support/scripts/provider/reference.ts";

/** Faults of news: what the platform is told, in order. */
const NEWS_FAULTS = [
  { mode: "news_early", statuses: ["verified"], ids: ["news-1"] },
  { mode: "news_twice", statuses: ["verified", "verified"], ids: ["news-1", "news-1"] },
  { mode: "news_contradictory", statuses: ["rejected", "verified"], ids: ["news-1", "news-2"] },
  { mode: "news_unknown", statuses: ["verified", "verified"], ids: ["news-1", "news-2"] },
] as const;

for (const { mode, statuses, ids } of NEWS_FAULTS) {
  test(`reference provider: told ${mode} -> the platform hears ${statuses.join(", ")}`, async (t) => {
    const platform = await platformOf(t);
    const { baseUrl, target } = await providerOf(t, { newsUrl: platform.url });
    await controlProvider(baseUrl, "faults", { mode, count: 1 });
    const effect = effectOf(1);
    await exchangeOf(t).attempt({ ...target, effect, asksFirst: false });
    if (mode === "news_early") assert.equal(platform.news.length, 1);
    const told = await platform.until(statuses.length);
    assert.deepEqual(told.map(({ status }) => status).sort(), [...statuses].sort());
    assert.deepEqual(told.map(({ newsId }) => newsId).sort(), [...ids]);
  });
}

test("reference provider: told news_lost -> decided in its book, and nobody hears of it", async (t) => {
  const platform = await platformOf(t);
  const { book, baseUrl, target } = await providerOf(t, { newsUrl: platform.url });
  await controlProvider(baseUrl, "faults", { mode: "news_lost", count: 1 });
  const exchange = exchangeOf(t);
  await exchange.attempt({ ...target, effect: effectOf(1), asksFirst: false });
  await exchange.attempt({ ...target, effect: effectOf(2), asksFirst: false });
  const told = await platform.until(1);
  assert.deepEqual(
    told.map((news) => "effectId" in news && news.effectId),
    ["preq_2"],
  );
  assert.deepEqual(book.undecided, []);
});

test("reference provider: news that are not confirmed -> told again with their id, until they are", async (t) => {
  const platform = await platformOf(t, [503, 404, 200]);
  const { target } = await providerOf(t, { newsUrl: platform.url });
  await exchangeOf(t).attempt({ ...target, effect: effectOf(1), asksFirst: false });
  const told = await platform.until(3);
  assert.deepEqual(
    told.map(({ newsId }) => newsId),
    ["news-1", "news-1", "news-1"],
  );
});

test("reference provider: two news of an effect, the first is not confirmed -> the second waits for the first", async (t) => {
  const platform = await platformOf(t, [503, 503, 503]);
  const { baseUrl, target } = await providerOf(t, {
    newsUrl: platform.url,
    decisions: { verification: "nothing" },
  });
  await exchangeOf(t).attempt({ ...target, effect: effectOf(1), asksFirst: false });
  const path = "effects/preq_1/outcome";
  assert.equal(await controlProvider(baseUrl, path, { outcome: "verified" }), 200);
  assert.equal(await controlProvider(baseUrl, path, { outcome: "rejected" }), 200);
  const told = await platform.until(5);
  assert.deepEqual(
    told.map(({ newsId }) => newsId),
    ["news-1", "news-1", "news-1", "news-1", "news-2"],
  );
});

test("reference provider: told an outcome by hand -> told to the platform; one that is none -> 400", async (t) => {
  const platform = await platformOf(t);
  const { baseUrl, target } = await providerOf(t, {
    newsUrl: platform.url,
    decisions: { verification: "nothing" },
  });
  await exchangeOf(t).attempt({ ...target, effect: effectOf(1), asksFirst: false });
  const path = "effects/preq_1/outcome";
  const fields = { identityDocument: { status: "rejected", reason: "expired" } };
  const outcome = { outcome: "requires_input", reason: "expired", fields };
  assert.equal(await controlProvider(baseUrl, path, outcome), 200);
  const [news] = await platform.until(1);
  assert.deepEqual(news?.fields, fields);
  assert.equal(await controlProvider(baseUrl, path, { outcome: "maybe" }), 400);
  assert.equal(await controlProvider(baseUrl, "faults", { mode: "maybe", count: 1 }), 400);
});
