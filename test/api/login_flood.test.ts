/**
 * More logins at once than an edge lets wait: each hashes a password, on a core that others need too.
 * A server of its own: it is flooded, and its metrics say what came of it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { newAccount } from "../support/parties.ts";
import { openPeople, type People, proofOf } from "../support/people.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

/** More than run and wait at once: 1 and 64. */
const LOGINS = 120;

let server: Server;
let client: Client;
let people: People;

before(async () => {
  server = await startServer(["--edges", "1", "--shards", "1"]);
  client = await openClient(server, await newCredentials(server));
  people = await openPeople(server);
});

after(async () => {
  client.close();
  people.close();
  assert.equal((await stopServer(server)).code, 0);
});

test("flood: more logins at once than wait -> the rest refused and taken later; long reads served meanwhile", async () => {
  const account = await newAccount(client, { fund: "100" });
  const months = expect(await client.get(`/accounts/${account}/statements?limit=1`), 200);
  const statement = `/accounts/${account}/statements/${months.id("items.0.month")}`;
  const ada = await people.founder();
  const wide = await openClient(
    server,
    { productId: "", apiKey: "" },
    { connections: LOGINS, contract: client.contract },
  );
  const tries: { key: string; body: object }[] = [];
  for (let count = 0; count < LOGINS; count++) {
    const proofOfWork = await proofOf(ada);
    const body = { email: ada.email, password: "not the password at all", proofOfWork };
    tries.push({ key: randomUUID(), body });
  }
  const send = ({ key, body }: (typeof tries)[number]): Promise<Reply> =>
    wide.send("POST", "/auth/login", body, { key, headers: { authorization: "" } });

  let isOver = false;
  const flood = Promise.all(tries.map(send)).finally(() => {
    isOver = true;
  });
  let reads = 0;
  while (!isOver) {
    expect(await client.get(statement), 200);
    reads++;
    await pause(20);
  }
  const replies = await flood;
  assert.ok(reads > 0);
  const refused = replies.flatMap((reply, at) => (reply.status === 503 ? [at] : []));
  assert.ok(refused.length > 0, "no login was refused");
  for (const [at, reply] of replies.entries()) {
    if (!refused.includes(at)) {
      expect(reply, "invalid_credentials");
      continue;
    }
    expect(reply, "ledger_unavailable");
    assert.equal(reply.headers["retry-after"], "1");
  }

  // What was refused has used nothing up: neither its key nor its proof.
  for (const at of refused) expect(await send(tries[at] as never), "invalid_credentials");
  await people.logIn(ada);
  wide.close();
  const metrics = await scrapeMetrics(new URL(server.baseUrl).origin);
  assert.equal(metrics.sum("service_preparations_waiting"), 0);
  assert.equal(
    metrics.sum("service_preparations_total", { outcome: "queue_full" }),
    refused.length,
  );
});
