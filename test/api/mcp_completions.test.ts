/**
 * What is proposed while somebody fills in arguments, by the clients of both eras: what the agent reaches, by ids and by
 * names; nothing of anybody else.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ERROR_CATALOG } from "../../src/contract/refusals/error_catalog.ts";
import { letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { ERAS, type Host, openHost } from "../support/mcp.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SCOPES = ["products:read", "blueprints:read", "catalog:read", "books:read"];
let server: Server;
let people: People;
let founder: Browser;
/** Products by their names; the agent reaches the first two. */
const products = new Map<string, string>();
const hosts: Host[] = [];
let narrow: Host;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  for (const name of ["Wallet", "Purse", "Secret"]) {
    products.set(name, expect(await founder.post("/products", { name }), 201).id("productId"));
  }
  const productIds = [idOf("Wallet"), idOf("Purse")];
  const { access } = await letInAgent(server, founder, { scopes: SCOPES, productIds });
  for (const era of ERAS) hosts.push(await openHost(server, access, era));
  const scopes = ["products:read"];
  const other = await letInAgent(server, founder, { scopes, productIds: [idOf("Secret")] });
  narrow = await openHost(server, other.access, ERAS[0]);
});

after(async () => {
  for (const host of [...hosts, narrow]) await host.close();
  people.close();
});

const idOf = (name: string) => products.get(name) ?? assert.fail(name);
const prompt = (name: string) => ({ type: "ref/prompt", name }) as const;
const BOOKS = "service://{environment}/products/{productId}/books{?currency}";
const template = (uri: string) => ({ type: "ref/resource", uri }) as const;

type Ref = ReturnType<typeof prompt> | ReturnType<typeof template>;

/** What is proposed for the argument after `value` was typed. */
async function proposed(host: Host, ref: Ref, name: string, value: string) {
  const argument = { name, value };
  const { completion } = await host.client.complete({ ref, argument });
  return completion;
}

for (const era of ERAS) {
  const host = () => hosts[ERAS.indexOf(era)] as Host;

  test(`completions: Products by a client of ${era} -> those of the grant alone, by the id or the name`, async () => {
    for (const ref of [prompt("reconcile_month"), template(BOOKS)]) {
      const all = await proposed(host(), ref, "productId", "");
      const ids = [idOf("Wallet"), idOf("Purse")];
      assert.deepEqual([...all.values].sort(), ids.sort());
      assert.deepEqual([all.total, all.hasMore], [2, false]);
      for (const typed of ["wal", "Wallet", idOf("Wallet")]) {
        const { values } = await proposed(host(), ref, "productId", typed);
        assert.deepEqual(values, [idOf("Wallet")], typed);
      }
      for (const typed of ["Secret", idOf("Secret"), "nothing"]) {
        assert.deepEqual((await proposed(host(), ref, "productId", typed)).values, [], typed);
      }
    }
    const { values } = await proposed(narrow, prompt("reconcile_month"), "productId", "");
    assert.deepEqual(values, [idOf("Secret")]);
  });

  test(`completions: codes, templates, currencies, environments by a client of ${era} -> what there is, 100 at most`, async () => {
    const codes = Object.keys(ERROR_CATALOG).sort();
    const all = await proposed(host(), prompt("explain_refusal"), "code", "");
    assert.deepEqual([...all.values].sort(), all.values);
    assert.deepEqual(all.values, codes.slice(0, 100));
    assert.deepEqual([all.total, all.hasMore], [codes.length, codes.length > 100]);
    const last = codes.at(-1) ?? "";
    assert.deepEqual((await proposed(host(), prompt("explain_refusal"), "code", last)).values, [
      last,
    ]);
    for (const [ref, name, typed, values] of [
      [prompt("write_program"), "template", "invo", ["invoice"]],
      [
        template("service://{environment}/composer/templates/{templateId}"),
        "templateId",
        "invo",
        ["invoice"],
      ],
      [template(BOOKS), "currency", "eu", ["EUR"]],
      [template(BOOKS), "environment", "", ["sandbox", "live"]],
      [template(BOOKS), "environment", "l", ["live"]],
      [prompt("reconcile_month"), "month", "2026", []],
      [prompt("write_program"), "description", "", []],
    ] as const) {
      assert.deepEqual((await proposed(host(), ref, name, typed)).values, values, name);
    }
  });

  test(`completions: no such prompt, template or argument, by a client of ${era} -> -32602`, async () => {
    for (const [ref, name] of [
      [prompt("nothing"), "code"],
      [prompt("explain_refusal"), "nothing"],
      [prompt("explain_refusal"), "environment"],
      [template("service://{environment}/nothing/{productId}"), "productId"],
      [template(BOOKS), "code"],
    ] as const) {
      await assert.rejects(proposed(host(), ref, name, ""), { code: -32_602 });
    }
  });
}

test("completions: of a list that the grant has no scope for -> none", async () => {
  assert.deepEqual((await proposed(narrow, prompt("write_program"), "template", "")).values, []);
});
