/**
 * Results that are long, by the clients of both eras: lists come in pages, and of a result that is large the text is
 * left out and a resource is linked that reads the same again; in live it waits for a person, as the call did.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { TEXT_CHARS_MAX } from "../../src/mcp/tool_result.ts";
import { expect } from "../support/client.ts";
import { newLiveAgent, newLiveCompany, opening } from "../support/live_agents.ts";
import { documentOf, ERAS, type Host, openHost, type ToolAnswer } from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** As many as a page of a list has at most. */
const ACCOUNTS = 100;
const NOTE = "a note that makes an account large. ".repeat(12);
let server: Server;
let people: People;
let founder: Browser;
let product: string;
const hosts: Host[] = [];

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const company = await newLiveCompany({ server, people, hosts });
  ({ founder, product } = company);
  for (const era of ERAS) hosts.push(await openHost(server, company.access, era));
  for (const environment of ["sandbox", "live"]) {
    const made = Array.from({ length: ACCOUNTS }, (_, at) => newAccount(environment, at));
    for (const reply of await Promise.all(made)) expect(reply, 201);
  }
});

after(async () => {
  for (const host of hosts) await host.close();
  people.close();
});

function newAccount(environment: string, at: number) {
  const { idempotencyKey: _, ...body } = opening(product, { name: `Fees ${at}` });
  const headers = { "x-service-environment": environment };
  return founder.post("/accounts", { ...body, metadata: { note: NOTE } }, { headers });
}

const hostOf = (era: string) => hosts.find((one) => one.era === era) as Host;
const listing = (more: Record<string, unknown> = {}) => ({ productId: product, ...more });

type Listed = { items: { accountId: string }[]; nextCursor?: string };

/** The result without its text, and the address that it links. */
function linkIn({ texts, links, structured, isError }: ToolAnswer): {
  uri: string;
  document: Listed;
} {
  assert.equal(isError, false, texts.join());
  const length = JSON.stringify(structured).length;
  assert.ok(length > TEXT_CHARS_MAX, `${length} characters`);
  assert.equal(texts.length, 1);
  assert.match(texts[0] ?? "", new RegExp(`^The result has ${length} characters`));
  const [link, ...others] = links;
  assert.deepEqual(others, []);
  return { uri: link?.uri ?? "", document: structured as Listed };
}

async function textAt({ client }: Host, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content, ...others] = contents as { uri: string; text: string }[];
  assert.deepEqual([others, content?.uri], [[], uri]);
  return content?.text ?? "";
}

for (const era of ERAS) {
  test(`large: a list of many by a client of ${era} -> pages with all of it, each once`, async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: unknown = ""; cursor !== undefined; pages++) {
      const from = cursor === "" ? {} : { cursor };
      const answer = await hostOf(era).call("account_list", listing({ limit: 40, ...from }));
      const { items, nextCursor } = documentOf(answer) as Listed;
      assert.deepEqual(answer.links, []);
      assert.ok(items.length <= 40);
      seen.push(...items.map(({ accountId }) => accountId));
      cursor = nextCursor;
    }
    assert.deepEqual([pages, seen.length, new Set(seen).size], [3, ACCOUNTS, ACCOUNTS]);
  });

  for (const [form, call] of [
    ["the tool", (given: object) => hostOf(era).call("account_list", { ...given })],
    [
      "operation_call",
      (given: object) =>
        hostOf(era).call("operation_call", { name: "account_list", arguments: given }),
    ],
  ] as const) {
    test(`large: a result above the limit by ${form}, for a client of ${era} -> no text, and a resource that reads the same`, async () => {
      const { uri, document } = linkIn(await call(listing({ limit: ACCOUNTS })));
      assert.equal(document.items.length, ACCOUNTS);
      const { protocol, host, pathname, searchParams } = new URL(uri);
      assert.deepEqual([protocol, host, pathname], ["service:", "sandbox", "/accounts"]);
      assert.deepEqual(Object.fromEntries(searchParams), {
        productId: product,
        limit: String(ACCOUNTS),
      });
      assert.deepEqual(JSON.parse(await textAt(hostOf(era), uri)), document);
    });
  }

  test(`large: a result of live, for a client of ${era} -> its resource waits for a person, and is read once`, async () => {
    const approve = async (text: string) => {
      const id = /apr_[0-9A-Za-z]+/.exec(text)?.[0];
      expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
    };
    const host = hostOf(era);
    const given = listing({ limit: ACCOUNTS, environment: "live", idempotencyKey: randomUUID() });
    const asked = await host.call("account_list", given);
    assert.equal(asked.isError, true);
    await approve(asked.texts.join());
    const { uri, document } = linkIn(await host.call("account_list", given));
    assert.equal(new URL(uri).host, "live");
    const refusal = (uri: string) =>
      host.client.readResource({ uri }).then(
        () => assert.fail("the resource was read"),
        (error: Error & { data?: unknown }) => JSON.stringify(error.data),
      );
    const first = await refusal(uri);
    assert.match(first, /"agent_approval_required".*"pending"/);
    await approve(first);
    assert.deepEqual(JSON.parse(await textAt(host, uri)), document);
    const again = await refusal(uri);
    assert.match(again, /"agent_approval_required".*"consumed"/);
  });
}

test("large: the link of one agent's result, read by an agent of another Product -> not there", async () => {
  const { uri } = linkIn(await hostOf(ERAS[0]).call("account_list", listing({ limit: ACCOUNTS })));
  const made = expect(await founder.post("/products", { name: "Purse" }), 201).id("productId");
  const { access } = await newLiveAgent({ server, people, hosts }, founder, made);
  const stranger = await openHost(server, access, ERAS[0]);
  await assert.rejects(stranger.client.readResource({ uri }));
  await stranger.close();
});
