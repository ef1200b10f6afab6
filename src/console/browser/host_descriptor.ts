/**
 * What the host says of the interface of agents in its root descriptor, `GET /`: the address as this server is known
 * by to the outside, which a browser may have come to by another one.
 */
import { type Outcome, outcome } from "./outcome.ts";

/** How one host of agents is told of the server. `file`: where the text belongs; absent where it is typed. */
export type HostSetting = { host: string; how: string; file?: string; text: string };

export type AgentInterface = { endpoint: string; hosts: HostSetting[] };

export async function agentInterface(): Promise<Outcome<AgentInterface>> {
  const answered = await outcome(descriptor());
  return answered.ok ? { ok: true, data: answered.data.agents } : answered;
}

async function descriptor() {
  const response = await fetch("/", { headers: { Accept: "application/json" } });
  const body: unknown = await response.json();
  if (!response.ok) return { error: body, response };
  return { data: body as { agents: AgentInterface }, response };
}
