/**
 * Programs that were made to do harm, over HTTP: each is answered, none hurts, and while the read pool has
 * more plans than it takes, the edge goes on to answer other reads.
 * A server of its own: its only reader is kept busy.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { FINDINGS_MAX, SOURCE_DEPTH_MAX } from "../../src/programs/program_limits.ts";
import { READ_QUEUE_MAX } from "../../src/threads/read_pool.ts";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import { nested } from "../support/features/blueprint/blueprints.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { newAccount } from "../support/parties.ts";
import { changed, INVOICE, MINIMAL } from "../support/programs/programs.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";

const MIB = 1_048_576;
/** Characters of an expression that leave room for the rest of its program within the largest source. */
const LONG = 990_000;
const DEEP = 500_000;

let server: Server;
let founder: Client;

before(async () => {
  server = await startServer(["--edges", "1", "--readers", "1"], newDataDir());
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey }, { connections: 512 });
});

after(async () => {
  founder.close();
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  assert.equal((await stopServer(server)).code, 0);
});

const planRaw = (raw: string) => founder.post("/composer/plan", undefined, { raw, key: null });
const plan = (source: unknown) => planRaw(`{"source":${JSON.stringify(source)}}`);
const buildRaw = (source: string) => {
  const prices = JSON.stringify(PRICES);
  return founder.post("/builds", undefined, {
    raw: `{"expectedPricing":${prices},"source":${source}}`,
  });
};

function findingsOf(reply: Reply): Document[] {
  expect(reply, 200);
  assert.equal(reply.at("digest"), undefined);
  return reply.at("findings") as Document[];
}

const REQUIREMENT = "/nouns/invoice/actions/issue/require/0/that";
/** Expressions in the place of a requirement. */
const EXPRESSIONS: readonly [title: string, expression: string][] = [
  [`${LONG} brackets that open`, "(".repeat(LONG)],
  ["brackets that open and close", "(".repeat(LONG / 2) + ")".repeat(LONG / 2)],
  ["as many signs", "-".repeat(LONG)],
  ["as many names", "a.".repeat(LONG / 2)],
  ["calls within each other", "min(".repeat(LONG / 4)],
  ["characters that no expression has", "\u0001\u2028\ud83d\ude00".repeat(100)],
  ["brackets within the length of an expression", "(".repeat(500)],
  ["names that every object has", "fields.__proto__.constructor == fields.toString"],
  ["a function that is none", "constructor('return process')()"],
];

for (const [title, expression] of EXPRESSIONS) {
  test(`hostile plan: an expression of ${title} -> a finding at its place`, async () => {
    const [first] = findingsOf(await plan(changed(INVOICE, REQUIREMENT, expression)));
    assert.equal(first?.["path"], REQUIREMENT);
    assert.equal(first?.["severity"], "error");
    assert.ok(JSON.stringify(first).length < 2_000, "what is shown of the expression is short");
  });
}

const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `"${at.toString(36)}":0`).join(",");

test("hostile plan: 100,000 unknown names -> as many findings as a plan shows", async () => {
  const raw = `{"source":{${names(100_000)}}}`;
  assert.equal(findingsOf(await planRaw(raw)).length, FINDINGS_MAX);
  const nouns = `{"source":${JSON.stringify({ ...MINIMAL, nouns: 0 }).replace('"nouns":0', `"nouns":{${names(90_000)}}`)}}`;
  assert.ok(findingsOf(await planRaw(nouns)).length <= FINDINGS_MAX);
});

test("hostile plan: __proto__ wherever a name may stand -> a finding there, or the plan without it", async () => {
  const places = ["", "/nouns", "/nouns/ticket", "/nouns/ticket/states", "/nouns/ticket/actions"];
  for (const place of [...places, "/ports", "/ports/operator"]) {
    const source = changed(MINIMAL, `${place}/__proto__`, { initial: true, digest: "sha256:0" });
    const [first] = findingsOf(await plan(source));
    assert.ok(String(first?.["path"]).startsWith(place), `${place}: ${JSON.stringify(first)}`);
    const built = expect(await buildRaw(JSON.stringify(source)), "state_constraint_failed");
    assert.equal(built.status, 422);
  }
  const outside = `{"source":${JSON.stringify(MINIMAL)},"__proto__":{"blueprintId":"bp_1"}}`;
  expect(await planRaw(outside), "invalid_request");
  expect(await plan(MINIMAL), 200);
});

const REFUSED: readonly [title: string, source: string, code: string][] = [
  [`${DEEP} lists within each other`, `{"in":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`, "depth"],
  ["nested one too deep", JSON.stringify(nested(SOURCE_DEPTH_MAX + 1)), "depth"],
  ["340,000 lists beside each other", `{"in":[${"[],".repeat(340_000)}[]]}`, "length"],
  ["a name twice", '{"name":"a","name":"b"}', "repeated"],
  ["a number that JSON cannot write again", '{"in":[1e999]}', "range"],
  ["a list", "[{}]", "type"],
  ["null", "null", "type"],
];

for (const [title, source, code] of REFUSED) {
  test(`hostile plan: ${title} -> invalid_request, ${code}; for a Build too`, async () => {
    for (const reply of [await planRaw(`{"source":${source}}`), await buildRaw(source)]) {
      const [issue] = expect(reply, "invalid_request").details["issues"] as Document[];
      assert.equal(issue?.["code"], code);
      assert.deepEqual((issue?.["path"] as string[] | undefined)?.slice(0, 1), ["source"]);
    }
  });
}

test("hostile plan: a body of 1 MiB, and of a byte more -> its findings or issues, 413", async () => {
  const raw = (bytes: number) => {
    const text = '{"source":{"text":""}}';
    return text.replace('""', `"${"x".repeat(bytes - text.length)}"`);
  };
  const whole = expect(await planRaw(raw(MIB)), "invalid_request");
  assert.equal((whole.details["issues"] as Document[])[0]?.["code"], "length");
  const over = expect(await planRaw(raw(MIB + 1)), "request_body_too_large");
  assert.equal(over.status, 413);
});

/** Plans at once, of which the pool, with one thread, has most waiting or turns them away. */
const PLANS = 6 * READ_QUEUE_MAX;
/** How often plans are sent at once until some are turned away: how many wait depends on the machine. */
const ROUNDS_MAX = 20;

test("build: more at once than wait in the read pool -> built once; what was turned away is built by its key", async () => {
  const raw = JSON.stringify({ source: { ...INVOICE, name: "At once" }, expectedPricing: PRICES });
  const keys = Array.from({ length: PLANS }, () => randomUUID());
  const send = (key: string) => founder.post("/builds", undefined, { raw, key });
  const texts = new Set<string>();
  let made = 0;
  for (let open = keys; open.length > 0; ) {
    const replies = await Promise.all(open.map(send));
    for (const { status, text } of replies) {
      assert.ok([200, 201, 503].includes(status), text);
      if (status === 201) made++;
      if (status < 300) texts.add(text);
    }
    assert.ok(
      replies.some(({ status }) => status < 300),
      "some of them are built",
    );
    open = open.filter((_, at) => replies[at]?.status === 503);
  }
  assert.deepEqual([made, texts.size], [1, 1]);
});

test("plans: more at once than wait in the read pool -> each planned or 503, and balances are read meanwhile", async () => {
  const { productId, apiKey } = server.demo;
  const client = await openClient(server, { productId, apiKey }, { contract: founder.contract });
  const path = `/accounts/${await newAccount(client)}/balance`;
  let turnedAway = 0;
  let readMeanwhile = 0;
  for (let round = 0; round < ROUNDS_MAX && (turnedAway === 0 || readMeanwhile === 0); round++) {
    let open = PLANS;
    const plans = Array.from({ length: PLANS }, async () => {
      const reply = await plan(INVOICE);
      open--;
      return reply;
    });
    while (open > 0) {
      expect(await client.get(path), 200);
      if (open > 0) readMeanwhile++;
    }
    for (const reply of await Promise.all(plans)) {
      if (reply.status === 200) assert.match(reply.id("digest"), /^sha256:/);
      else {
        assert.equal(expect(reply, "resource_reader_unavailable").status, 503);
        assert.ok(Number(reply.headers["retry-after"]) >= 1);
        turnedAway++;
      }
    }
  }
  assert.ok(turnedAway > 0, "the queue of the pool was full");
  assert.ok(readMeanwhile > 0, "balances were read while plans waited");
  expect(await plan(INVOICE), 200);
  client.close();
});
