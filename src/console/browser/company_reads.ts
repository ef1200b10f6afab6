/** What several pages read of the company as a whole: its agents, Products and members; the types of what it has. */
import { api, type components } from "./api.ts";
import { outcome } from "./outcome.ts";
import { type Read, useAll } from "./read.ts";

export type AgentMember = components["schemas"]["AgentMember"];
export type AgentGrant = components["schemas"]["AgentGrant"];
export type Product = components["schemas"]["Product"];
export type Member = components["schemas"]["Member"];
export type ApiKey = components["schemas"]["ApiKey"];
export type NewApiKey = components["schemas"]["NewApiKey"];

/** Items that a call asks for: the most that it may. */
const LIMIT = 100;

/** The agents in force, newest first; a company has 100 at most. */
export function useAgents(): Read<AgentMember[]> {
  return useAll((cursor) => {
    const query = { status: "active", ...paged(cursor) } as const;
    return outcome(api.GET("/agent-members", { params: { query } }));
  });
}

/** What agents may do now, newest first. */
export function useGrants(): Read<AgentGrant[]> {
  return useAll((cursor) => {
    const query = { status: "active", ...paged(cursor) } as const;
    return outcome(api.GET("/agent-grants", { params: { query } }));
  });
}

/** The Products, newest first; closed ones too. */
export function useProducts(): Read<Product[]> {
  return useAll((cursor) => outcome(api.GET("/products", { params: { query: paged(cursor) } })));
}

/** By the person's id, what members of the company are called. */
export function useMemberNames(): Read<ReadonlyMap<string, string>> {
  const members = useAll((cursor) => {
    const query = { status: "active", ...paged(cursor) } as const;
    return outcome(api.GET("/tenant/members", { params: { query } }));
  });
  const named = members.data?.map(({ userId, displayName }) => [userId, displayName] as const);
  return { ...members, data: named && new Map(named) };
}

function paged(cursor: string | undefined) {
  return { limit: LIMIT, ...(cursor !== undefined && { cursor }) };
}
