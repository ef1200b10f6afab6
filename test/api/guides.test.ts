/**
 * The guides of `/docs`: every command runs as it stands, in order, in one bash, and prints what the guide says. What
 * a person does in a browser meanwhile, letting an agent in and approving, is done here.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Guide } from "../../src/discovery/guides/guide.ts";
import { GUIDES } from "../../src/discovery/guides/guides.ts";
import { expect } from "../support/client.ts";
import { openPeople } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { patternOf, runBlocks } from "../support/shell.ts";

const folder = mkdtempSync(join(tmpdir(), "guides-test-"));
let server: Server;

before(async () => {
  server = await sharedServer();
});

after(() => rmSync(folder, { recursive: true, force: true }));

for (const guide of GUIDES) {
  test(`guides: ${guide.name}, its commands in order -> what the guide says`, async () => {
    await walk(guide);
  });
}

test("guides: ten -> each with a name of its own, commands, and answers to compare", () => {
  assert.equal(GUIDES.length, 10);
  assert.equal(new Set(GUIDES.map(({ name }) => name)).size, 10);
  for (const { name, steps } of GUIDES) {
    const runs = steps.filter(({ sh, isYours }) => sh !== undefined && isYours !== true);
    assert.ok(runs.some(({ sh }) => sh?.includes("curl ")) && runs.length > 2, name);
    assert.ok(runs.filter(({ prints }) => prints !== undefined).length > 1, name);
    // What a test does not run is nothing but the reader's own values.
    for (const { sh, isYours } of steps) {
      if (isYours === true) assert.match(sh ?? "", /^([A-Z_]+=\S*…?\n?)+$/, name);
    }
  }
});

async function walk({ name, steps }: Guide): Promise<void> {
  const runs = steps.filter(({ sh, isYours }) => sh !== undefined && isYours !== true);
  const { productId, apiKey, founder } = server.demo;
  const person = personOf(server);
  const { code, errors, outputs } = await runBlocks(
    runs.map(({ sh }) => sh as string),
    {
      cwd: mkdtempSync(join(folder, `${name}-`)),
      environment: {
        ...process.env,
        BASE_URL: server.baseUrl,
        API_KEY: apiKey,
        PRODUCT_ID: productId,
        TOKEN: founder.personalAccessToken,
      },
      onOutput: person.sees,
    },
  );
  await person.close();
  const reached = runs[outputs.length - 1]?.sh ?? "";
  assert.equal(code, 0, `stopped with ${code} in\n${reached}\n${outputs.at(-1)}\n${errors}`);
  for (const [at, { sh, prints }] of runs.entries()) {
    const printed = (outputs[at] as string).replaceAll("\r", "").trim();
    if (prints === undefined) assert.equal(printed, "", `printed after\n${sh}\n${errors}`);
    else assert.match(printed, patternOf(prints), `printed after\n${sh}\n${errors}`);
  }
}

/** The founder, who logs in when an agent asks for something, and allows it. */
function personOf({ demo, ...address }: Server) {
  const done: Promise<unknown>[] = [];
  const seen = new Set<string>();
  const allow = async (path: string, body: object) => {
    const people = await openPeople(address);
    try {
      const founder = people.browser(demo.founder.email);
      await people.logIn(founder, { password: demo.founder.password });
      expect(await founder.post(path, body), 200);
    } finally {
      people.close();
    }
  };
  const once = (path: string | undefined, body: object) => {
    if (path === undefined || seen.has(path)) return;
    seen.add(path);
    done.push(allow(path, body));
  };
  return {
    sees(soFar: string): void {
      const userCode = /\?user_code=([A-Z]{4}-[A-Z]{4})\n/.exec(soFar)?.[1];
      once(userCode && `/oauth/device/${userCode}/approve`, {});
      const approval = /\/console\/approvals\/(\w+)\n/.exec(soFar)?.[1];
      const { password } = demo.founder;
      once(approval && `/agent-approvals/${approval}/approve`, { password });
    },
    close: () => Promise.all(done),
  };
}
