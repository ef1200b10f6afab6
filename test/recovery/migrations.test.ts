/**
 * A Build is applied to a Product with objects, and the server is killed while the objects are migrated: after the
 * next start each of them has come to the Build once, whatever the kill cut off.
 * A server of its own: its stored state is changed while it is stopped.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { type Client, type Document, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { CASE_PROGRAM } from "../support/features/object/cases.ts";
import { newCustomer, walk } from "../support/parties.ts";
import { changedAll } from "../support/programs/programs.ts";
import { keyOfProduct, productOf } from "../support/programs.ts";
import { killServer, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";

const KILLS = 4;
/** Several steps of a migration. */
const OBJECTS = 400;

/** The program of cases, each time with another text in a field that its objects lack. */
const edition = (number: number): object =>
  changedAll(CASE_PROGRAM, {
    [`/nouns/case/fields/note${number}`]: { type: "text", default: `edition ${number}` },
    "/migrations": number === 1 ? { case: {} } : { case: { removedFields: [`note${number - 1}`] } },
  }) as object;

async function founderOf(server: Server): Promise<Client> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  return openClient(server, { productId: "", apiKey }, { connections: 50 });
}

/** The newest installation of the sandbox, when its migration is over. */
async function migrated(founder: Client, productId: string): Promise<Document> {
  for (;;) {
    const { items } = expect(await founder.get(`/products/${productId}/builds`), 200).body;
    const [newest] = items as [{ migration?: { status: string; kinds: Document[] } }];
    assert.ok(newest.migration !== undefined, "the Build migrates objects");
    if (newest.migration.status === "finished") return newest as Document;
    await delay(20);
  }
}

test(`migration: killed ${KILLS} times on its way -> each object has come to the Build once`, async () => {
  const dataDir = newDataDir();
  let server = await startServer(["--shards", "2"], dataDir);
  let founder = await founderOf(server);
  const productId = await productOf(founder, CASE_PROGRAM, "Cases");
  let client = await keyOfProduct(server, founder, { productId });
  const owner = await newCustomer(client);
  const path = `/products/${productId}/objects/case`;
  await Promise.all(
    Array.from({ length: OBJECTS }, async () =>
      expect(await client.post(path, { fields: { owner, amount: "100" } }), 201),
    ),
  );
  for (let life = 1; life <= KILLS; life++) {
    const source = edition(life);
    const buildId = (await founder.post("/builds", { source, expectedPricing: PRICES })).id(
      "buildId",
    );
    const body = { buildId, expectedPricing: PRICES };
    expect(await founder.post(`/products/${productId}/builds`, body), 200);
    await delay((life - 1) * 10);
    client.close();
    founder.close();
    await killServer(server);
    server = await startServer(["--shards", "2"], dataDir);
    founder = await founderOf(server);
    client = await keyOfProduct(server, founder, { productId });
    const { migration } = await migrated(founder, productId);
    const [counted] = (migration as { kinds: Document[] }).kinds;
    assert.deepEqual(
      [counted?.["migrated"], counted?.["left"], counted?.["refused"]],
      [OBJECTS, 0, 0],
    );
    const objects = await walk(client, path);
    assert.equal(objects.length, OBJECTS);
    for (const object of objects) {
      assert.deepEqual([object["buildId"], object["revision"]], [buildId, life + 1]);
      const { [`note${life}`]: note } = object["fields"] as Document;
      assert.equal(note, `edition ${life}`);
    }
  }
  client.close();
  founder.close();
  assert.equal((await stopServer(server)).code, 0);
});
