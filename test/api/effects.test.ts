/**
 * Effects of writes, over processes that are killed: an effect is delivered to the external service
 * under one id until its outcome is in the log, and never again after that.
 * A server of its own: it is built with the operations of test/fixture, and is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { buildProbeServer } from "../fixture/program.ts";
import { type ExternalService, openExternalService } from "../support/external_service.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const dataDir = newDataDir();
let program: string;
let service: ExternalService;
let mine: Credentials;

before(async () => {
  program = buildProbeServer();
  service = await openExternalService();
});

after(() => service.close());

function start(): Promise<Server> {
  const environment = { PROBE_ERRANDS: service.url };
  return startServer([], dataDir, { program, environment });
}

/** Sends the write that causes an effect; returns the effect's id. */
async function sendNote({ baseUrl }: Server, note: string): Promise<string> {
  const response = await fetch(`${baseUrl}/probes/errands`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${mine.apiKey}`,
      "idempotency-key": randomUUID(),
      "content-type": "application/json",
    },
    body: JSON.stringify({ note }),
  });
  assert.equal(response.status, 201, await response.text());
  const operationId = response.headers.get("service-operation-id") ?? "";
  return operationId.replace(/^op_/, "eff_");
}

type Operation = { operation: string; parentOperationId?: string; actor: object; cause: string };

/** The operation that recorded the outcome; waits until it exists. */
async function outcomeOf({ baseUrl }: Server): Promise<Operation> {
  for (;;) {
    const response = await fetch(`${baseUrl}/operations?productId=${mine.productId}`, {
      headers: { authorization: `Bearer ${mine.apiKey}` },
    });
    const { items } = (await response.json()) as { items: Operation[] };
    const found = items.find(({ operation }) => operation === "probe.errand.settle");
    if (found !== undefined) return found;
    await pause(10);
  }
}

test("effect: kill -9 before its outcome, and after -> brought again under its id, then never again", async () => {
  const first = await start();
  mine = await newCredentials(first);
  const effectId = await sendNote(first, "hello");
  assert.equal((await service.next()).effectId, effectId);
  await killServer(first);

  const second = await start();
  const again = await service.next();
  assert.equal(again.effectId, effectId);
  again.answer("well received");
  const { parentOperationId, actor, cause } = await outcomeOf(second);
  assert.equal(parentOperationId, effectId.replace(/^eff_/, "op_"));
  assert.deepEqual([actor, cause], [{ type: "provider", id: "provider" }, "provider"]);
  await killServer(second);

  const third = await start();
  const other = await sendNote(third, "once more");
  assert.equal((await service.next()).effectId, other);
  assert.equal((await stopServer(third)).code, 0);
});
