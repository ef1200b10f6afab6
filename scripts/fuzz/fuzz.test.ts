/**
 * A short run of the fuzzer against a real server, with every operation of its contract; and runs
 * against faulty servers, whose faults the fuzzer must report.
 * A server of its own: it must be well after whatever was sent, and nobody else may have sent it anything.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { usedSeed } from "../../test/support/seeds.ts";
import { type Server, startServer, stopServer } from "../../test/support/server.ts";
import { type Break, breaksOf, broken } from "./breaks.ts";
import { parseFuzzOptions } from "./options.ts";
import { newRandom } from "./random.ts";
import { findingsOf, reportText } from "./report.ts";
import { KINDS } from "./requests.ts";
import { fuzz } from "./run.ts";
import { newPool, validValue } from "./values.ts";

const SEED = String(usedSeed());
const REQUESTS = 4_000;
const SILENT = () => {};

let server: Server | undefined;

after(async () => {
  if (server !== undefined) assert.equal((await stopServer(server)).code, 0);
});

/** A test does not judge speed and memory, because other programs run beside it. */
const UNJUDGED = ["--p99-ms", "3600000", "--memory-mib", "1000000"];

function optionsFor(url: string, key: string, more: string[] = []) {
  const args = ["--url", url, "--key", key, "--seed", SEED, ...UNJUDGED, ...more];
  const options = parseFuzzOptions(args, {});
  assert.ok(options !== "help");
  return options;
}

test(`fuzz: ${REQUESTS} requests of seed ${SEED} -> every answer as the contract says, server well`, async () => {
  server = await startServer(["--edges", "2", "--shards", "2"]);
  const { apiKey } = server.demo;
  const options = optionsFor(server.baseUrl, apiKey, ["--requests", String(REQUESTS)]);
  const report = await fuzz(options, SILENT);
  assert.deepEqual(findingsOf(report), [], reportText(report));
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  assert.equal(report.answersMs.length, REQUESTS);
  assert.ok(report.succeeded.size > 15, reportText(report));
  const contract = (await (await fetch(new URL("/openapi.json", server.baseUrl))).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const ids = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => operationId ?? []);
  assert.ok(ids.length > 40);
  const missed = ids.flatMap((id) => KINDS.map((kind) => `${id} ${kind}`));
  assert.deepEqual(
    missed.filter((one) => !report.tried.has(one)),
    [],
  );
});

const DOCUMENT = {
  openapi: "3.1.0",
  "x-errors": [
    { code: "invalid_request", httpStatus: 400, details: [] },
    { code: "internal_error", httpStatus: 500, details: [] },
  ],
  paths: {
    "/things": {
      post: {
        operationId: "thing.create",
        "x-principal": ["product_key"],
        "x-error-codes": ["invalid_request", "internal_error"],
        "x-idempotency": "none",
        parameters: [],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                additionalProperties: false,
                required: ["name"],
                properties: { name: { type: "string", maxLength: 5 } },
              },
            },
          },
        },
        responses: { "200": {}, "400": {}, "500": {} },
      },
    },
  },
};

/**
 * The findings of the fuzzer on a faulty server, which answers every request with `answer`.
 */
async function findingsOn(answer: (id: string) => { status: number; body: unknown }) {
  const wrong = createServer((request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, {
        "content-type": "application/json",
        "x-request-id": "r",
        "service-operation-id": "op_1",
      });
      response.end(JSON.stringify(body));
    };
    request.resume().on("end", () => {
      if (request.url === "/openapi.json") send(200, DOCUMENT);
      else if (request.url === "/v1/api-keys/current") send(200, { productId: "p", apiKeyId: "k" });
      else if (request.url?.startsWith("/v1/")) {
        const { status, body } = answer("r");
        send(status, body);
      } else send(200, {});
    });
  });
  await new Promise<void>((resolve) => wrong.listen(0, "127.0.0.1", resolve));
  const address = wrong.address();
  assert.ok(typeof address === "object" && address !== null);
  const url = `http://127.0.0.1:${address.port}`;
  const report = await fuzz(optionsFor(url, "key", ["--requests", "60"]), SILENT);
  wrong.close();
  return findingsOf(report).join("\n");
}

test("fuzz: a server that takes everything, fails, or names the wrong place -> is found", async () => {
  const refusal = (code: string, path: string[]) => ({
    error: {
      code,
      message: "no",
      details: { docUrl: `x/docs/errors/${code}`, issues: [{ code: "a", message: "b", path }] },
    },
    requestId: "r",
  });
  assert.match(await findingsOn(() => ({ status: 200, body: {} })), /answered 200 , not 400/);
  const failing = await findingsOn(() => ({ status: 500, body: refusal("internal_error", []) }));
  assert.match(failing, /status 500/);
  const misplaced = () => ({ status: 400, body: refusal("invalid_request", ["elsewhere"]) });
  assert.match(await findingsOn(misplaced), /no issue names name/);
  assert.match(await findingsOn(() => ({ status: 400, body: { error: "x" } })), /no code/);
});

test("fuzz: every break of a value -> differs from it at the place it names, and there only", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["a", "b"],
    properties: {
      a: { type: "string", pattern: "^[a-z]{1,3}$" },
      b: { type: "array", minItems: 1, maxItems: 2, items: { type: "integer", minimum: 1 } },
      c: { type: "object", required: ["d"], properties: { d: { enum: ["x"], type: "string" } } },
    },
  };
  const making = { document: {}, random: newRandom(7), pool: newPool("p", "k") };
  const value = { a: "abc", b: [1], c: { d: "x" } };
  const breaks = breaksOf(making, schema, value, []);
  const found = (at: string, why: string) =>
    breaks.find((one: Break) => one.at.join(".") === at && one.why === why);
  const rows: [string, string, unknown][] = [
    ["a", "required", { b: [1], c: { d: "x" } }],
    ["unexpectedField", "additionalProperties", { ...value, unexpectedField: "x" }],
    ["b", "minItems", { ...value, b: [] }],
    ["b", "maxItems", { ...value, b: [1, 1, 1] }],
    ["b.0", "minimum", { ...value, b: [0] }],
    ["c.d", "enum", { ...value, c: { d: "none_of_these" } }],
  ];
  for (const [at, why, wanted] of rows) {
    const one = found(at, why);
    assert.ok(one !== undefined, `${at} ${why}`);
    assert.deepEqual(broken(value, one), wanted);
  }
  assert.deepEqual(value, { a: "abc", b: [1], c: { d: "x" } });
});

test("fuzz: the same seed -> the same values", () => {
  const schema = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" };
  const made = () => {
    const making = { document: {}, random: newRandom(11), pool: newPool("p", "k") };
    return Array.from({ length: 20 }, () => validValue(making, schema, "name"));
  };
  assert.deepEqual(made(), made());
});

test("flags: what does not fit -> refused by name", () => {
  const rows: [string[], RegExp][] = [
    [["--key", "k"], /--url is required/],
    [["--url", "ftp://x", "--key", "k"], /--url "ftp:\/\/x" is not an http/],
    [["--url", "http://x"], /--key \(or FUZZ_API_KEY\) is required/],
    [["--url", "http://x", "--key", "k", "--requests", "0"], /--requests is a whole number from 1/],
    [["--url", "http://x", "--key", "k", "--seed", "x"], /--seed is a whole number from 0/],
    [["--colour"], /see --help/],
  ];
  for (const [args, message] of rows) assert.throws(() => parseFuzzOptions(args, {}), message);
  assert.equal(parseFuzzOptions(["--help"], {}), "help");
});
