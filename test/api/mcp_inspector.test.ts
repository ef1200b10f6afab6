/**
 * The command line of the protocol's inspector (`@modelcontextprotocol/inspector-cli`), unmodified, against a server with
 * an agent's token: lists, reads, a change in sandbox, refusals, as a developer types them in a shell. The command looks at
 * its arguments and gives them to a second process, which does the work: one call is made so as a whole, the others
 * by the second program alone, all of them in one process.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { type CommandLine, openCommandLine, type Printed } from "../support/command_line.ts";
import { opening } from "../support/live_agents.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** It finds its own `package.json` from its folder alone. */
const FOLDER = "node_modules/@modelcontextprotocol/inspector-cli/build";
let server: Server;
let people: People;
let founder: Browser;
let product: string;
let access: string;
let inspector: CommandLine;

before(async () => {
  inspector = openCommandLine(`${FOLDER}/index.js`, { cwd: FOLDER });
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  product = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  await admin(server, "product set", { product, live: "true" });
  const scopes = ["products:read", "accounts:read", "accounts:write", "catalog:read"];
  const granting = { scopes, productIds: [product], toolForm: "full" } as const;
  ({ access } = await letInAgent(server, founder, granting));
});

after(async () => {
  inspector.close();
  people.close();
});

/** Runs the inspector with these options, and what it needs to get in. */
function inspect(options: readonly string[], token = access): Promise<Printed> {
  return inspector.run(argumentsOf(options, token));
}

function argumentsOf(options: readonly string[], token: string): string[] {
  const header = token === "" ? [] : ["--header", `Authorization: Bearer ${token}`];
  return [mcpUrlOf(server), ...options, "--transport", "http", ...header];
}

/** Runs the command as a whole. */
function command(options: readonly string[]): Promise<Printed> {
  const args = ["cli.js", "--cli", ...argumentsOf(options, access)];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: resolve(FOLDER) }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      done({ code, stdout, stderr });
    });
  });
}

/** What it prints of a method that succeeds. */
async function result(...options: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await inspect(options);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The options of a call. Its arguments are typed as JSON, so that a text of digits stays a text. */
function call(tool: string, given: Record<string, unknown> = {}): string[] {
  const typed = Object.entries(given).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${JSON.stringify(value)}`,
  ]);
  return ["--method", "tools/call", "--tool-name", tool, ...typed];
}

test("inspector: tools/list -> the tools of the grant, with the schema of their arguments", async () => {
  const { tools } = (await result("--method", "tools/list")) as {
    tools: { name: string; inputSchema: { required?: string[] } }[];
  };
  const names = tools.map(({ name }) => name);
  for (const name of ["account_create", "account_list", "agent_member_current"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.includes("transfer_create"), "the grant has no scope for it");
  const create = tools.find(({ name }) => name === "account_create");
  assert.ok(create?.inputSchema.required?.includes("idempotencyKey"));
});

test("inspector: a read, a change in sandbox, the same key again -> what REST has, changed once", async () => {
  const read = await result(...call("product_retrieve", { productId: product }));
  const { body } = expect(await founder.get(`/products/${product}`), 200);
  assert.deepEqual(read["structuredContent"], body);
  const whole = await command(call("product_retrieve", { productId: product }));
  assert.equal(whole.code, 0, whole.stderr);
  assert.deepEqual(JSON.parse(whole.stdout), read);
  const given = { ...opening(product, { name: "1000" }), idempotencyKey: randomUUID() };
  const [made, again] = [
    await result(...call("account_create", given)),
    await result(...call("account_create", given)),
  ];
  const { accountId, name } = made["structuredContent"] as Record<string, string>;
  assert.equal(name, "1000");
  assert.deepEqual(again["structuredContent"], made["structuredContent"]);
  const accounts = expect(await founder.get(`/accounts?productId=${product}`), 200).items();
  assert.deepEqual(
    accounts.map((one) => one["accountId"]),
    [accountId],
  );
});

test("inspector: calls that are refused -> the code as an error of the tool; nothing changed", async () => {
  for (const [options, code] of [
    [call("product_retrieve", { productId: "prod_none" }), "resource_not_found"],
    [call("account_create", { productId: product }), "idempotency_required"],
    [call("account_create", opening(product, { currency: 5 })), "invalid_request"],
    [
      call("account_create", opening(product, { name: "Live", environment: "live" })),
      "agent_approval_required",
    ],
  ] as const) {
    const refused = await result(...options);
    assert.equal(refused["isError"], true);
    const [{ text = "" } = {}] = refused["content"] as { text?: string }[];
    assert.equal(JSON.parse(text).error.code, code);
  }
  const accounts = expect(await founder.get(`/accounts?productId=${product}`), 200).items();
  assert.ok(accounts.every(({ name }) => name === "1000"));
});

test("inspector: no token, a token of nothing, a tool that is none, an address of nothing -> exit code 1 and why", async () => {
  const list = ["--method", "tools/list"];
  for (const [options, token, says] of [
    [list, "", /"invalid_credentials"/],
    [list, "tok_none", /"invalid_credentials"/],
    [call("nothing"), access, /Unknown tool: nothing/],
    [
      ["--method", "resources/read", "--uri", "service://sandbox/nothing"],
      access,
      /service:\/\/sandbox\/nothing/,
    ],
    [["--method", "prompts/get", "--prompt-name", "nothing"], access, /Unknown prompt: nothing/],
  ] as const) {
    const { code, stdout, stderr } = await inspect(options, token);
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, says);
  }
});

test("inspector: resources -> listed, each template shown, one read", async () => {
  const { resources } = (await result("--method", "resources/list")) as {
    resources: { uri: string; name: string }[];
  };
  const codes = resources.find(({ name }) => name === "error_codes");
  const read = await result("--method", "resources/read", "--uri", codes?.uri ?? "");
  const [{ uri, text = "" } = {}] = read["contents"] as { uri?: string; text?: string }[];
  assert.equal(uri, codes?.uri);
  assert.match(text, /"agent_approval_required"/);
  const { resourceTemplates } = await result("--method", "resources/templates/list");
  assert.ok(JSON.stringify(resourceTemplates).includes("/catalog/errors/{code}"));
});

test("inspector: prompts -> listed, and one filled in", async () => {
  const { prompts } = (await result("--method", "prompts/list")) as { prompts: { name: string }[] };
  assert.ok(prompts.some(({ name }) => name === "explain_refusal"));
  const filled = await result(
    ...["--method", "prompts/get", "--prompt-name", "explain_refusal"],
    ...["--prompt-args", "code=insufficient_balance"],
  );
  assert.match(JSON.stringify(filled["messages"]), /refused with `insufficient_balance`/);
});
