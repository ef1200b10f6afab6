/**
 * Streams by which clients of 2026-07-28 hear that their tools have changed: whose they are, and when they end.
 * A server of its own: the bound of the streams of a grant is that of one edge.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { modernRequest, sendMessage } from "../support/mcp.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { type Server, startServer, stopServer } from "../support/server.ts";

const SCOPES = ["catalog:read", "products:read", "accounts:read"];
const STREAMS_MAX = 1_000;
const LISTEN = modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } });

let server: Server;
let people: People;
let founder: Browser;

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"]);
  people = await openPeople(server);
  founder = await people.founder();
});

after(async () => {
  people.close();
  assert.equal((await stopServer(server)).code, 0);
});

const letIn = () => letInAgent(server, founder, { scopes: SCOPES, toolForm: "full" });

type Listening = {
  /** The next message of the stream; undefined at its end. */
  next(): Promise<{ method?: string; error?: { code: number } } | undefined>;
  close(): void;
};

/** Opens a stream; comments, which keep the connection alive, are left out. */
async function listen({ access }: LetIn): Promise<Listening> {
  const aborted = new AbortController();
  const response = await fetch(mcpUrlOf(server), {
    method: "POST",
    signal: aborted.signal,
    headers: {
      authorization: `Bearer ${access}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...LISTEN.headers,
    },
    body: JSON.stringify(LISTEN.message),
  });
  assert.equal(response.status, 200);
  const messages = messagesOf(response);
  return {
    async next() {
      const { done, value } = await messages.next();
      return done === true ? undefined : value;
    },
    close: () => aborted.abort(),
  };
}

async function* messagesOf(response: Response) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.+)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
const CHANGED = "notifications/tools/list_changed";

async function narrow({ agentGrantId }: LetIn, scopes: readonly string[]): Promise<void> {
  const path = `/agent-grants/${agentGrantId}`;
  const { revision } = expect(await founder.get(path), 200).body;
  expect(await founder.send("PATCH", path, { scopes, expectedRevision: revision }), 200);
}

test("stream: a grant narrowed, then another revoked -> each hears of its own alone, and the revoked one ends", async () => {
  const [mine, other] = [await letIn(), await letIn()];
  const [ofMine, ofOther] = [await listen(mine), await listen(other)];
  for (const stream of [ofMine, ofOther]) {
    assert.equal((await stream.next())?.method, ACKNOWLEDGED);
  }
  await narrow(mine, ["catalog:read"]);
  assert.equal((await ofMine.next())?.method, CHANGED);
  expect(await founder.post(`/agent-grants/${other.agentGrantId}/revoke`), 200);
  assert.equal(await ofOther.next(), undefined);
  expect(await founder.post(`/agent-members/${mine.agentMemberId}/revoke`), 200);
  assert.equal(await ofMine.next(), undefined);
});

test(`stream: ${STREAMS_MAX} of one grant -> all are told, and one more is refused`, async () => {
  const agent = await letIn();
  const streams = await Promise.all(Array.from({ length: STREAMS_MAX }, () => listen(agent)));
  for (const stream of streams) assert.equal((await stream.next())?.method, ACKNOWLEDGED);
  const beyond = await sendMessage(server, agent.access, LISTEN.message, LISTEN.headers);
  assert.equal(beyond.body.error?.code, -32_603);
  await narrow(agent, ["catalog:read"]);
  for (const stream of streams) assert.equal((await stream.next())?.method, CHANGED);
  for (const stream of streams) stream.close();
});
