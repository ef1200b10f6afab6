/**
 * What it costs that a person has to approve what an agent does in live: the processor time of the server for an
 * account that an agent opens in live, beside one that the agent opens in the sandbox. `first`: it is opened; the
 * approval is consumed, and told of in the Product. `again`: the same request is sent again, and gets the answer
 * that is recorded. What the person does for it is not measured.
 */
import { randomUUID } from "node:crypto";
import { agentMessage, approve, type FounderSession, openAgentBank } from "../agents.ts";
import { operate } from "../live_provider.ts";
import { type Target, wholeTurn } from "../load.ts";
import { threadTimes } from "../profile/threads.ts";
import type { Row, Settings, Side } from "../row.ts";
import type { RunningServer } from "../server.ts";

const CONNECTIONS_MAX = 32;
const TOOL = "account_create";
const SCOPES = ["accounts:read", "accounts:write"];
/** The requests of a turn of new ones. */
const NEW_REQUESTS = 200;
const NEW_REQUESTS_SMALL = 10;
/** What the server does after an answer, for events among others, is measured with it: so long is waited, ms. */
const SETTLE_MS = 500;

type Environment = "sandbox" | "live";

export const approvals: Row = {
  name: "approvals",
  title: "an agent's call in live, beside the same in the sandbox",
  pairs: 3,
  seconds: 3,
  warmUpSeconds: 2,
  figures: [
    {
      name: "againUs",
      text: "more processor time of one sent again, us",
      digits: 0,
      asked: { below: 30 },
    },
    { name: "firstUs", text: "more processor time of a new one, its event too, us", digits: 0 },
    { name: "sandboxUs", text: "processor time in the sandbox, sent again, us", digits: 0 },
    { name: "perSecond", text: "sent again in live per second", digits: 0 },
  ],
  async open(settings) {
    const { bank, founder, token, close } = await openAgentBank(settings, SCOPES);
    try {
      const { server } = bank;
      await operate(server, "product set", { product: server.demo.productId, live: "true" });
      const bench: BenchParts = { server, founder, settings, token };
      return {
        sides: [...(await sidesOf(bench, "sandbox")), ...(await sidesOf(bench, "live"))],
        notes: [
          "processor time of all threads of the server, as Linux counts it; the person's part is not measured",
        ],
        check: async () => {},
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
  derive: (of) => ({
    againUs: of("live again", "cpuUs") - of("sandbox again", "cpuUs"),
    firstUs: of("live first", "cpuUs") - of("sandbox first", "cpuUs"),
    sandboxUs: of("sandbox again", "cpuUs"),
    perSecond: of("live again", "perSecond"),
  }),
};

type BenchParts = {
  server: RunningServer;
  founder: FounderSession;
  settings: Settings;
  /** Of the agent. */
  token: string;
};

async function sidesOf(parts: BenchParts, environment: Environment): Promise<Side[]> {
  const { server, settings } = parts;
  const { port, child } = server;
  const connections = Math.min(settings.connections, CONNECTIONS_MAX);
  const [known] = await askFor(parts, environment, 1);
  if (known === undefined) throw new Error("an agent asks for one account at least");
  await send(port, known);
  const groups = [{ apiKey: known.token, accountIds: [] }];
  const target: Target = { port, groups, kind: "message", path: PATH, ...known.message };
  const again = {
    name: `${environment} again`,
    async turn(seconds: number) {
      const before = spentUs(child.pid);
      const { generator } = settings;
      const turn = await wholeTurn(generator, target, { connections, seconds });
      const cpuUs = (spentUs(child.pid) - before) / turn.requests;
      return { cpuUs, perSecond: turn.perSecond };
    },
  };
  const first = {
    name: `${environment} first`,
    async turn() {
      const count = settings.size === "small" ? NEW_REQUESTS_SMALL : NEW_REQUESTS;
      const asked = await askFor(parts, environment, count);
      await settled();
      const before = spentUs(child.pid);
      const queue = [...asked];
      const sender = async () => {
        for (let one = queue.pop(); one !== undefined; one = queue.pop()) await send(port, one);
      };
      await Promise.all(Array.from({ length: connections }, sender));
      await settled();
      return { cpuUs: (spentUs(child.pid) - before) / asked.length };
    },
  };
  return [first, again];
}

const PATH = "/v1/mcp";
type Asked = { token: string; message: ReturnType<typeof agentMessage> };

/** Calls of the agent, each of which a person has approved where that is needed. */
async function askFor(
  { server, founder, token }: BenchParts,
  environment: Environment,
  count: number,
): Promise<Asked[]> {
  const { productId } = server.demo;
  const asked: Asked[] = [];
  for (let at = 0; at < count; at++) {
    const owner = { type: "product", id: productId };
    const account = { productId, role: "product_operating", currency: "EUR", owner };
    const given = { ...account, name: `${at}`, environment, idempotencyKey: randomUUID() };
    const one = { token, message: agentMessage("tools/call", { name: TOOL, arguments: given }) };
    asked.push(one);
    if (environment === "sandbox") continue;
    const { error } = await called(server.port, one);
    await approve(founder, String(error?.details["agentApprovalId"]));
  }
  return asked;
}

/** Throws at a refusal, so that nothing else is measured. */
async function send(port: number, asked: Asked): Promise<void> {
  const { error } = await called(port, asked);
  if (error !== undefined) throw new Error(`an approved call was refused: ${error.code}`);
}

type Told = { error?: { code: string; details: Record<string, unknown> } };

async function called(port: number, { token, message }: Asked): Promise<Told> {
  const { headers, body } = message;
  const own = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `http://127.0.0.1:${port}${PATH}`;
  const response = await fetch(url, { method: "POST", headers: { ...headers, ...own }, body });
  const { result } = (await response.json()) as { result?: { content: [{ text: string }] } };
  if (result === undefined) throw new Error(`a call of a tool was answered ${response.status}`);
  return JSON.parse(result.content[0].text) as Told;
}

/** Processor time of all threads so far, microseconds. */
function spentUs(pid: number | undefined): number {
  if (pid === undefined) throw new Error("the server runs");
  return [...threadTimes(pid).values()].reduce((sum, { cpuUs }) => sum + cpuUs, 0);
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}
