/**
 * Agents: `tools/call` of a balance read, as a share of the same read over REST, and `tools/list`. All of them ask
 * for the same account: what is measured is the way there.
 */
import { agentMessage, openAgentBank } from "../agents.ts";
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
    { name: "ratio", text: "share of the REST read", digits: 2, asked: { atLeast: 0.35 } },
    { name: "perSecond", text: "balances per second", digits: 0 },
    { name: "p99Ms", text: "p99, ms", digits: 1 },
    { name: "listsPerSecond", text: "`tools/list` of 18 tools per second", digits: 0 },
  ],
  async open(settings) {
    const { generator } = settings;
    const connections = Math.min(settings.connections, CONNECTIONS_MAX);
    const { bank, token, close } = await openAgentBank(settings, SCOPES);
    const { port, demo } = bank.server;
    const [accountId = ""] = bank.group.accountIds;
    const path = `/v1/accounts/${accountId}/balance`;
    const groups = [{ apiKey: demo.apiKey, accountIds: [] }];
    const message = (method: string, params: Record<string, unknown>): Target => ({
      port,
      groups: [{ apiKey: token, accountIds: [] }],
      kind: "message",
      path: "/v1/mcp",
      ...agentMessage(method, params),
    });
    const targets: Record<string, Target> = {
      rest: { port, groups, kind: "page", path },
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
    ratio: of("tool", "perSecond") / of("rest", "perSecond"),
    perSecond: of("tool", "perSecond"),
    p99Ms: of("tool", "p99Ms"),
    listsPerSecond: of("list", "perSecond"),
  }),
};
