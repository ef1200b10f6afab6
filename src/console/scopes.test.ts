/** The scopes that people choose from: every one of the platform has its place, and the bundles are whole. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bundleOf, groupsOf, personalScopes, scopesOfBundle } from "./browser/pages/scopes.ts";

const CONTRACT = new URL("../contract/document/openapi.golden.json", import.meta.url);
const SCOPES = [
  ...new Set(
    [...readFileSync(CONTRACT, "utf8").matchAll(/"x-scope": "([^"]+)"/g)].map(([, one]) => one),
  ),
].sort() as string[];

test("scopes: those of the contract -> each in one group with a sentence of its own, none left over", () => {
  const groups = groupsOf(SCOPES);
  const choices = groups.flatMap((group) => group.choices);
  assert.ok(SCOPES.length > 20);
  assert.deepEqual(choices.map(({ scope }) => scope).sort(), SCOPES);
  assert.equal(new Set(choices.map(({ says }) => says)).size, choices.length);
  assert.deepEqual(
    groups.map(({ title }) => title),
    ["Money", "Customers", "What happens", "Company", "You"],
  );
});

test("scopes: one that the pages do not know -> Other, by its name", () => {
  assert.deepEqual(groupsOf(["moon_phases:write"]), [
    { title: "Other", choices: [{ scope: "moon_phases:write", says: "moon_phases:write" }] },
  ]);
});

test("scopes: those of an agent -> what its tools can, where it is less", () => {
  const [{ choices: [ofPerson] = [] } = {}] = groupsOf(["keys:write"]);
  const [{ choices: [ofAgent] = [] } = {}] = groupsOf(["keys:write"], { isAgent: true });
  assert.match(ofPerson?.says ?? "", /^Make, change and revoke API keys\./);
  assert.match(ofAgent?.says ?? "", /^Revoke API keys\./);
});

test("scopes: bundles -> reading changes nothing, operating manages nothing, full is everything", () => {
  const read = scopesOfBundle("read", SCOPES) ?? [];
  const operate = scopesOfBundle("operate", SCOPES) ?? [];
  assert.ok(read.length > 0 && read.every((scope) => scope.endsWith(":read")));
  assert.ok(read.every((scope) => operate.includes(scope)));
  assert.ok(operate.includes("transfers:write"));
  for (const one of [
    "keys:write",
    "products:write",
    "tenant:write",
    "sessions:write",
    "tokens:write",
  ]) {
    assert.ok(SCOPES.includes(one) && !operate.includes(one), one);
  }
  assert.deepEqual(scopesOfBundle("full", SCOPES), SCOPES);
});

test("scopes: what is chosen -> its bundle, in any order; anything else is one's own choice", () => {
  for (const bundle of ["read", "operate", "full"] as const) {
    const chosen = scopesOfBundle(bundle, SCOPES) ?? [];
    assert.equal(bundleOf(chosen.toReversed(), SCOPES), bundle);
    assert.equal(bundleOf(chosen.slice(1), SCOPES), "own");
  }
  assert.equal(bundleOf([], SCOPES), "own");
});

test("scopes: entries of the catalog -> those that a person's token can have", () => {
  const entries = [
    { scope: "b:read", operations: [], grantableTo: ["founder"] },
    { scope: "a:read", operations: [], grantableTo: ["founder", "product_key"] },
    { scope: "c:read", operations: [], grantableTo: ["product_key"] },
  ];
  assert.deepEqual(personalScopes(entries), ["a:read", "b:read"]);
});
