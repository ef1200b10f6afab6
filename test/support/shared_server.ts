/**
 * One server for all test files of a process that need no more than a company of their own (see "How the
 * tests run" in test/README.md). It is started at the first use and stopped after the last file,
 * when it must end by itself. The files run one after another, so nobody else uses it meanwhile; what
 * others left behind is still there: other companies, their webhooks, what was counted.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import { admin, killServer, type Server, startServer, stopServer } from "./server.ts";

/** Two of each, so that what one has must reach the other. */
const FLAGS = ["--shards", "2", "--edges", "2"];
/** How long the token of a founder lasts, milliseconds: a day less than a token may. */
const TOKEN_LASTS_MS = 364 * 86_400_000;

let running: Promise<Server> | undefined;
let companies = 0;

after(async () => {
  if (running === undefined) return;
  const { code, output } = await stopServer(await running);
  assert.equal(code, 0, output);
});

/**
 * The server of this process. `demo` is a company that is new with every call, made by the operator, and
 * `output` what the server has said since. Whoever asks for it does not stop it.
 */
export async function sharedServer(): Promise<Server> {
  running ??= startServer(FLAGS);
  const server = await running;
  return seenFromNow(server, await newDemo(server));
}

/**
 * Kills the server of this process, which is like a crash, and starts it again on its data. The result
 * has the demo company that `server`, a result of `sharedServer`, has.
 */
export async function restartedAfterKill(server: Server): Promise<Server> {
  await killServer(server);
  running = startServer(FLAGS, server.dataDir);
  return seenFromNow(await running, server.demo);
}

function seenFromNow(server: Server, demo: Server["demo"]): Server {
  const before = server.output().length;
  return { ...server, demo, output: () => server.output().slice(before) };
}

/** What the demo of a new data directory has: a company with its founder, a Product and a key. */
async function newDemo(server: Server): Promise<Server["demo"]> {
  const email = `founder-${++companies}@demo.example`;
  const flags = { name: "Demo", email, "display-name": "Demo Founder" };
  const { tenantId, userId, password } = await admin(server, "company create", flags);
  const tenant = String(tenantId);
  const { productId } = await admin(server, "product create", { tenant, name: "Demo" });
  const product = String(productId);
  const { apiKey } = await admin(server, "key create", { product, origin: "browser" });
  const expires = new Date(Date.now() + TOKEN_LASTS_MS).toISOString();
  const lasting = { user: String(userId), tenant, expires };
  const { token } = await admin(server, "token create", lasting);
  const founder = { email, password: String(password), personalAccessToken: String(token) };
  return { productId: product, apiKey: String(apiKey), founder };
}
