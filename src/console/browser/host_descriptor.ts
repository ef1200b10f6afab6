/**
 * The interface of agents as the root descriptor of the host has it (`GET /`): with the public address of this server,
 * which may differ from the address in the browser.
 */
import { type Outcome, outcome } from "./outcome.ts";

/**
 * The setting by which one host of agents gets to know the server. `file`: where the text belongs; absent where it is
 * typed.
 */
export type HostSetting = { host: string; how: string; file?: string; text: string };

export type AgentInterface = { endpoint: string; hosts: HostSetting[] };

/** Asks for the descriptor. Never rejects: a failure is an outcome. */
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
