/**
 * `kill -9` of a real server between the consent of a person, which gives a client its code, and the exchange of
 * the code for tokens: a code that was exchanged is good for nothing after the start, one that was not is good once.
 * CODE_KILLS sets the number of kills; SEED replays after how many answers they come. The server's clock stands still,
 * so that no code ends by its time however slow the machine is.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import { expect } from "../support/client.ts";
import { modernRequest, sendMessage } from "../support/mcp.ts";
import {
  type OauthReply,
  openProgram,
  type Program,
  refusedAs,
  type Tokens,
  tokensIn,
} from "../support/oauth.ts";
import { approved, discovered, INSECURE, newFlow } from "../support/oauth_codes.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { seedOf } from "../support/seeds.ts";
import { killServer, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";
import { randomOf } from "../support/wal/sample.ts";

const KILLS = Number(process.env["CODE_KILLS"] ?? 4);
/** Codes of a round. */
const CODES = 6;
const REDIRECT = "http://127.0.0.1/callback";

/** A code that a client has; `tokens`: those that came before the kill. */
type Issued = { form: Record<string, string>; tokens?: Tokens };

/** A code for which the person has just let a client in. */
async function newCode(server: Server, browser: Browser): Promise<Issued> {
  const as = await discovered(server);
  const metadata = { redirect_uris: [REDIRECT], client_name: "Desk" };
  const made = await oauth.dynamicClientRegistrationRequest(as, metadata, INSECURE);
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(made);
  const flow = await newFlow(server, as, client_id, REDIRECT);
  const callback = flow.validated(await approved(browser, await flow.handle()));
  return {
    form: {
      grant_type: "authorization_code",
      client_id,
      code: String(callback.get("code")),
      redirect_uri: REDIRECT,
      code_verifier: flow.verifier,
    },
  };
}

const exchange = (program: Program, { form }: Issued): Promise<OauthReply> =>
  program.post("/oauth/token", form);

/** The status of a message of an agent with this token. */
async function reached(server: Server, { access }: Tokens): Promise<number> {
  const { message, headers } = modernRequest("tools/list");
  return (await sendMessage(server, access, message, headers)).status;
}

/**
 * Exchanges a code after the start. Whoever has got tokens for it gets no more, and the second attempt ends
 * the login (RFC 6749, 4.1.2); where no answer came, the code is good for one login at most.
 */
async function assertGoodOnce(server: Server, program: Program, issued: Issued): Promise<string> {
  const { tokens: before } = issued;
  if (before !== undefined) assert.equal(await reached(server, before), 200);
  const reply = await exchange(program, issued);
  const isTaken = reply.status === 200;
  if (!isTaken) refusedAs(reply, "invalid_grant");
  assert.ok(before === undefined || !isTaken, "a code that was exchanged is exchanged again");
  const tokens = before ?? (isTaken ? tokensIn(reply) : undefined);
  if (isTaken && tokens !== undefined) {
    assert.equal(await reached(server, tokens), 200);
    refusedAs(await exchange(program, issued), "invalid_grant");
  }
  if (tokens !== undefined) assert.equal(await reached(server, tokens), 401);
  if (before !== undefined) return "answered";
  return isTaken ? "exchanged after the start" : "exchanged, its answer lost";
}

test(`codes: killed ${KILLS} times before and while they are exchanged -> each for one login at most, those answered for no other`, async (t) => {
  const random = randomOf(seedOf(t));
  const dataDir = newDataDir();
  const { environment } = newTestClock();
  const start = () => startServer(["--shards", "1", "--edges", "2"], dataDir, { environment });
  let server = await start();
  let people: People = await openPeople(server);
  t.after(async () => {
    people.close();
    await killServer(server);
  });
  let founder = await people.founder();
  for (let kill = 0; kill < KILLS; kill++) {
    const issued: Issued[] = [];
    for (let made = 0; made < CODES; made++) issued.push(await newCode(server, founder));
    // The first kill comes before any exchange, the others as soon as so many were answered.
    const at = kill === 0 ? 0 : 1 + random(CODES);
    const { child } = server;
    const program = openProgram(server, CODES);
    let answers = 0;
    const sent = at === 0 ? [] : issued;
    const exchanging = sent.map(async (one) => {
      const reply = await exchange(program, one).catch(() => undefined);
      if (reply === undefined) return;
      one.tokens = tokensIn(reply);
      if (++answers === at) child.kill("SIGKILL");
    });
    await Promise.all(exchanging);
    program.close();
    people.close();
    await killServer(server);

    server = await start();
    people = await openPeople(server);
    const { cookie, email } = founder;
    founder = Object.assign(people.browser(email), { cookie });
    await founder.load();
    const after = openProgram(server);
    const ends: Record<string, number> = {};
    for (const one of issued) {
      const end = await assertGoodOnce(server, after, one);
      ends[end] = (ends[end] ?? 0) + 1;
    }
    after.close();
    t.diagnostic(`${at} answers: ${JSON.stringify(ends)}`);
    if (at === 0) assert.deepEqual(ends, { "exchanged after the start": CODES });
    const active = expect(await founder.get("/agent-grants?status=active"), 200).items();
    assert.deepEqual(active, []);
  }
  assert.equal((await stopServer(server)).code, 0);
});
