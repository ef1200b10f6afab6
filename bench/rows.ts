/** Every row of the bench, in the order of the tables. */
import type { Row } from "./row.ts";
import { actions } from "./rows/actions.ts";
import { agentTools } from "./rows/agent_tools.ts";
import { approvals } from "./rows/approvals.ts";
import { backlog } from "./rows/backlog.ts";
import { connections } from "./rows/connections.ts";
import { credentials } from "./rows/credentials.ts";
import { credits } from "./rows/credits.ts";
import { due } from "./rows/due_rows.ts";
import { endpoints } from "./rows/endpoints.ts";
import { entitiesStart } from "./rows/entities_start.ts";
import { events } from "./rows/events.ts";
import { exportRow } from "./rows/export.ts";
import { graphqlRows } from "./rows/graphql.ts";
import { input } from "./rows/input.ts";
import { loginIdle, logins } from "./rows/logins.ts";
import { micro } from "./rows/micro.ts";
import { objects } from "./rows/objects.ts";
import { outsideMemory } from "./rows/outside_memory.ts";
import { outsideStart } from "./rows/outside_start.ts";
import { p1Transfers } from "./rows/p1_transfers.ts";
import { p2Postgres } from "./rows/p2_postgres.ts";
import { p3Batches } from "./rows/p3_batches.ts";
import { p4Balances } from "./rows/p4_balances.ts";
import { p5HotAccount } from "./rows/p5_hot_account.ts";
import { p6Accounts } from "./rows/p6_accounts.ts";
import { p7Replay } from "./rows/p7_replay.ts";
import { p8Memory } from "./rows/p8_memory.ts";
import { p9Reads } from "./rows/p9_reads.ts";
import { p10Latency } from "./rows/p10_latency.ts";
import { payoutRun } from "./rows/payout_run.ts";
import { payouts } from "./rows/payouts.ts";
import { peopleStart } from "./rows/people_start.ts";
import { plan } from "./rows/plan.ts";
import { providers } from "./rows/providers.ts";
import { scaling } from "./rows/scaling.ts";
import { seal } from "./rows/seal.ts";
import { start } from "./rows/start.ts";
import { toolWeight } from "./rows/tool_weight.ts";
import { unknownAddresses } from "./rows/unknown_addresses.ts";
import { webhooks } from "./rows/webhooks.ts";

export const ROWS: readonly Row[] = [
  ...[p1Transfers, p2Postgres, p3Batches, p4Balances, p5HotAccount],
  ...[p6Accounts, p7Replay, p8Memory, p9Reads, p10Latency],
  ...graphqlRows,
  ...[agentTools, toolWeight],
  approvals,
  ...[events, webhooks, endpoints, backlog],
  exportRow,
  seal,
  ...[logins, loginIdle, unknownAddresses, providers, payouts, payoutRun, credits],
  ...[connections, scaling, input, micro],
  ...[start, credentials, peopleStart, entitiesStart, outsideStart, outsideMemory],
  ...[plan, actions, objects, due],
];
