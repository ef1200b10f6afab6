/**
 * The stream of a company's approvals over sockets, as its pages read it: what is told, to whom, and what ends it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expect } from "../support/client.ts";
import { type Asking, newLiveCompany, opening } from "../support/live_agents.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let asking: Asking;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  asking = { server, people, hosts: [] };
});

after(async () => {
  await Promise.all(asking.hosts.map((host) => host.close()));
  people.close();
});

type Received = { id: string; event: string; data: Record<string, unknown> };

/** Opens the stream with the session of the person. `next`: the next message; undefined once the stream has ended. */
async function listen(person: Browser, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${server.baseUrl}/agent-approvals/stream`, {
    headers: { cookie: person.cookie, ...headers },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function next(): Promise<Received | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const part = await reader?.read();
        if (part?.value === undefined) return undefined;
        text += part.value;
        continue;
      }
      const fields = new Map(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
      );
      text = text.slice(end + 2);
      const [event, data] = [fields.get("event"), fields.get("data")];
      if (event === undefined || data === undefined) continue;
      return { event: event.trim(), data: JSON.parse(data), id: (fields.get("id") ?? "").trim() };
    }
  }
  return { response, next, leave: () => leaving.abort() };
}

test("approvals stream: asked, approved, run -> a message each, with how many wait", async () => {
  const { founder, product, told, call } = await newLiveCompany(asking);
  const stream = await listen(founder);
  const waiting = async () => (await stream.next())?.data["waiting"];
  assert.equal(await waiting(), 0);
  const given = opening(product);
  const { id } = await told("account_create", given);
  assert.equal(await waiting(), 1);
  expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
  assert.equal(await waiting(), 0);
  await call("account_create", given);
  const last = await stream.next();
  assert.deepEqual([last?.event, last?.data], ["agent_approvals.changed", { waiting: 0 }]);
  stream.leave();
  await told("account_create", opening(product));
  const again = await listen(founder, { "last-event-id": String(last?.id) });
  assert.deepEqual((await again.next())?.data, { waiting: 1 });
  again.leave();
});

test("approvals stream: what another company's agent asks for -> no message", async () => {
  const mine = await newLiveCompany(asking);
  const other = await newLiveCompany(asking);
  const stream = await listen(mine.founder);
  assert.equal((await stream.next())?.data["waiting"], 0);
  await other.told("account_create", opening(other.product));
  await other.told("account_create", opening(other.product));
  await mine.told("account_create", opening(mine.product));
  assert.equal((await stream.next())?.data["waiting"], 1);
  const foreign = { "x-service-tenant": await tenantOf(other.founder) };
  assert.equal((await listen(mine.founder, foreign)).response.status, 403);
  stream.leave();
});

async function tenantOf(person: Browser): Promise<string> {
  return String(expect(await person.get("/sessions/current"), 200).at("tenantId"));
}

test("approvals stream: the session ends -> the stream ends and says why; nobody opens another", async () => {
  const { founder } = await newLiveCompany(asking);
  const stream = await listen(founder);
  assert.equal((await stream.next())?.data["waiting"], 0);
  expect(await founder.post("/sessions/current/logout"), 204);
  const end = await stream.next();
  assert.equal(end?.event, "stream.ended");
  assert.match(JSON.stringify(end.data), /session_revoked/);
  assert.equal(await stream.next(), undefined);
  assert.equal((await listen(founder)).response.status, 401);
});

test("approvals stream: the person is removed from the company -> the stream ends", async () => {
  const { founder, product, told } = await newLiveCompany(asking);
  const member = await people.invited(founder, "developer");
  const stream = await listen(member);
  assert.equal((await stream.next())?.data["waiting"], 0);
  const members = expect(await founder.get("/tenant/members"), 200).items();
  const { memberId } = members.find(({ email }) => email === member.email) ?? {};
  expect(await founder.post(`/tenant/members/${String(memberId)}/remove`), 200);
  assert.equal((await stream.next())?.event, "stream.ended");
  await told("account_create", opening(product));
  assert.equal(await stream.next(), undefined);
});

test("approvals stream: no session -> refused before anything is told", async () => {
  const response = await fetch(`${server.baseUrl}/agent-approvals/stream`);
  assert.equal(response.status, 401);
});
