/**
 * Agents: `tools/call` of a balance read, as a share of the same read over REST, and `tools/list`. All of them ask
 * for the same account: what is measured is the way there. Over REST a token of the person reads, whose place and
 * rights are found as those of an agent, and a Product key, whose place the key says.
 */
import { agentMessage, openAgentBank, personToken } from "../agents.ts";
import { loadTurn, type Target } from "../load.ts";
import type { Row } from "../row.ts";

/** With more connections requests would wait for one thread, and the figures would measure that wait. */
const CONNECTIONS_MAX = 32;
const TOOL = "account_balance_retrieve";
const SCOPES = ["accounts:read", "balances:read", "transfers:read"];

export const agentTools: Row = {
  name: "agent_tools",
  title: "`tools/call` of a balance, by an agent",
  pairs: 3,
  seconds: 3,
  warmUpSeconds: 2,
  figures: [
    {
      name: "ratio",
      text: "share of the REST read by a token of the person",
      digits: 2,
      asked: { atLeast: 0.35 },
    },
    { name: "ofKey", text: "share of the REST read by a Product key", digits: 2 },
    { name: "perSecond", text: "balances per second", digits: 0 },
    { name: "p99Ms", text: "p99, ms", digits: 1 },
    { name: "listsPerSecond", text: "`tools/list` of 18 tools per second", digits: 0 },
  ],
  async open(settings) {
    const { generator } = settings;
    const connections = Math.min(settings.connections, CONNECTIONS_MAX);
    const { bank, founder, token, close } = await openAgentBank(settings, SCOPES);
    const { port, demo } = bank.server;
    const [accountId = ""] = bank.group.accountIds;
    const path = `/v1/accounts/${accountId}/balance`;
    const read = (apiKey: string): Target => {
      return { port, groups: [{ apiKey, accountIds: [] }], kind: "page", path };
    };
    const message = (method: string, params: Record<string, unknown>): Target => ({
      port,
      groups: [{ apiKey: token, accountIds: [] }],
      kind: "message",
      path: "/v1/mcp",
      ...agentMessage(method, params),
    });
    const targets: Record<string, Target> = {
      person: read(await personToken(founder, SCOPES)),
      key: read(demo.apiKey),
      tool: message("tools/call", { name: TOOL, arguments: { accountId } }),
      list: message("tools/list", {}),
    };
    return {
      sides: Object.entries(targets).map(([name, target]) => ({
        name,
        turn: (seconds: number) => loadTurn(generator, target, { connections, seconds }),
      })),
      notes: [],
      check: async () => {},
      close,
    };
  },
  derive: (of) => ({
    ratio: of("tool", "perSecond") / of("person", "perSecond"),
    ofKey: of("tool", "perSecond") / of("key", "perSecond"),
    perSecond: of("tool", "perSecond"),
    p99Ms: of("tool", "p99Ms"),
    listsPerSecond: of("list", "perSecond"),
  }),
};
