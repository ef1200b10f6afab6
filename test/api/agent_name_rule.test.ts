/**
 * What an agent may be called is one rule, whichever way the name comes in: from its program as it asks to be let in,
 * registers or serves a document about itself, or from a person who lets it in or renames it. A name is taken as it
 * came, or refused.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type * as oauth from "oauth4webapi";
import { AGENT_CLIENT, letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect, type Reply } from "../support/client.ts";
import { openProgram } from "../support/oauth.ts";
import {
  type ClientHost,
  discovered,
  handleIn,
  newFlow,
  openClientHost,
} from "../support/oauth_codes.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const REDIRECT = "http://127.0.0.1:41234/callback";
/** A letter that is two units of UTF-16. */
const TALL = "\u{1d54f}";

const TAKEN: [string, string][] = [
  ["a word", "Bot"],
  ["other letters, and a picture", "\u05d1\u05d5\u05d8 \u{1f469}\u200d\u{1f4bb}"],
  ["120 letters", "n".repeat(120)],
  ["120 letters of two units each", TALL.repeat(120)],
  ["white space around it", " Bot "],
  ["one visible among invisible ones", "\u200b.\u200b"],
];
const REFUSED: [string, string][] = [
  ["a blank", " "],
  ["a blank that Unicode has", "\u3000"],
  ["a character of no width", "\u200b"],
  ["signs that only turn what follows", "\u202e\u2066"],
  ["a letter that is invisible", "\u3164"],
  ["121 letters", "n".repeat(121)],
  ["121 letters of two units each", TALL.repeat(121)],
  ["the character NUL", "a\u0000b"],
];

let server: Server;
let people: People;
let program: ReturnType<typeof openProgram>;
let host: ClientHost;
let as: oauth.AuthorizationServer;
let founder: Browser;
let agentMemberId: string;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  program = openProgram(server);
  host = await openClientHost();
  as = await discovered(server);
  founder = await people.founder();
  ({ agentMemberId } = await letInAgent(server, founder));
});
after(async () => {
  program.close();
  host.close();
  people.close();
});

const form = () => ({ client_id: AGENT_CLIENT, resource: mcpUrlOf(server) });
const status400 = ({ status }: { status: number }) => assert.equal(status, 400);

/** What the agent is called then; undefined where the name is refused. */
type WayIn = (name: string) => Promise<unknown>;

async function byDevice(name: string): Promise<unknown> {
  const asked = await program.post("/oauth/device", { ...form(), agent_name: name });
  if (asked.status !== 200) return status400(asked);
  return (await program.look(founder, String(asked.body["user_code"]))).body["agentName"];
}

async function byRegistration(name: string): Promise<unknown> {
  const response = await fetch(String(as.registration_endpoint), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [REDIRECT], client_name: name }),
  });
  const body = (await response.json()) as Record<string, string>;
  if (response.status !== 201) return status400(response);
  const flow = await newFlow(server, as, String(body["client_id"]), REDIRECT);
  return (await program.look(founder, await flow.handle())).body["agentName"];
}

async function byDocument(name: string): Promise<unknown> {
  const metadata = { redirect_uris: [REDIRECT], client_name: name };
  const clientId = host.document(`/${randomUUID()}.json`, metadata);
  const { status, location } = await (await newFlow(server, as, clientId, REDIRECT)).sends();
  if (status !== 302) return assert.equal(status, 422);
  return (await program.look(founder, handleIn(location))).body["agentName"];
}

async function byConsent(agentName: string): Promise<unknown> {
  const { userCode } = await program.ask(form());
  const approved = await founder.post(`/oauth/device/${userCode}/approve`, { agentName });
  if (approved.status !== 200) return status400(approved);
  return await nameOf(approved.id("agentMemberId"));
}

async function byChange(name: string): Promise<unknown> {
  const changed = await founder.send("PATCH", `/agent-members/${agentMemberId}`, { name });
  if (changed.status !== 200) return status400(changed);
  return await nameOf(agentMemberId);
}

async function nameOf(id: string): Promise<unknown> {
  const read: Reply = expect(await founder.get(`/agent-members/${id}`), 200);
  return read.body["name"];
}

const WAYS: [string, WayIn][] = [
  ["the program, as it asks to be let in", byDevice],
  ["the program, as it registers", byRegistration],
  ["the program's document", byDocument],
  ["the person who lets it in", byConsent],
  ["the person who renames it", byChange],
];

for (const [way, call] of WAYS) {
  test(`agent name: by ${way} -> the same names are taken as they came, the same are refused`, async () => {
    for (const [what, name] of TAKEN) assert.equal(await call(name), name, what);
    for (const [what, name] of REFUSED) assert.equal(await call(name), undefined, what);
  });
}

test("agent name: none, by a program -> it is called as its client", async () => {
  const asked = await program.post("/oauth/device", { ...form(), agent_name: "" });
  const shown = await program.look(founder, String(asked.body["user_code"]));
  assert.equal(shown.body["agentName"], AGENT_CLIENT);
});
