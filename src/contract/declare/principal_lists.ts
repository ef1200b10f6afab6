/**
 * Who may call an operation, where several operations admit the same kinds of credentials. An operation that admits
 * one kind alone names that kind itself.
 */
import type { PrincipalKind } from "./principal.ts";

type Principals = readonly PrincipalKind[];

/** Whoever works in a Product: the Product's own key, a member of its company, an agent. */
export const PRODUCT_CALLERS = ["product_key", "founder", "agent"] as const satisfies Principals;

/** Whoever works for a company: a member or an agent. A key works in its own Product alone. */
export const COMPANY_CALLERS = ["founder", "agent"] as const satisfies Principals;

/** People, with a session or with a token. */
export const PEOPLE = ["founder", "session"] as const satisfies Principals;

/** People and the agents that act for them. */
export const PEOPLE_AND_AGENTS = ["founder", "session", "agent"] as const satisfies Principals;

/** Everybody, with a credential of whatever kind or with none. */
export const ANYBODY = ["public", ...PRODUCT_CALLERS] as const satisfies Principals;
