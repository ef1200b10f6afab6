/**
 * Whose session the browser has, for all pages at once: asked for when a page needs it, kept until it ends.
 * Guarantees: a session that ended elsewhere leads to the log-in, which comes back to the page.
 */
import { useEffect, useState } from "preact/hooks";
import { api, type components, link } from "./api.ts";
import { loginFor } from "./next_path.ts";
import { type Failure, type Outcome, outcome } from "./outcome.ts";
import { navigate } from "./router.ts";

export type User = components["schemas"]["User"];
export type CurrentSession = components["schemas"]["CurrentSession"];

/**
 * `unknown`: not asked yet. `none`: nobody is logged in. `failed`: whether anybody is, is not known.
 * `tenantId`: the company that this tab acts for; "" where the person is in none.
 */
export type SessionState =
  | { kind: "unknown" }
  | { kind: "none" }
  | { kind: "failed"; failure: Failure }
  | { kind: "active"; session: CurrentSession; user: User; tenantId: string };

/** Where the browser keeps the chosen company, for the tab alone. */
const CHOSEN = "company";

const listeners = new Set<(state: SessionState) => void>();
let state: SessionState = { kind: "unknown" };
let asking: Promise<SessionState> | undefined;

/** How many calls are under way by which the person ends the session, such as a log-out. */
let leaving = 0;
/** Whether another call was refused meanwhile, because there is no session any more. */
let isRefused = false;

link.onEnded = () => {
  if (leaving > 0) isRefused = true;
  else leadToLogin();
};

function leadToLogin(): void {
  if (state.kind !== "active") return;
  link.csrfToken = "";
  // The browser may have the session of another person by now, so it is asked for anew.
  become({ kind: "unknown" });
  const { pathname, search, hash } = location;
  const handed = { notice: "Your session has ended. Log in to go on." };
  navigate(loginFor(pathname + search + hash), { replace: true, handed });
}

link.renew = async () => {
  const before = state;
  const after = await outcome(api.GET("/sessions/current"));
  if (before.kind !== "active" || !after.ok || after.data.userId !== before.user.userId)
    return false;
  link.csrfToken = after.data.csrfToken;
  become({ ...before, session: after.data });
  return true;
};

link.onNoMember = () => {
  const { tenantId } = link;
  link.tenantId = "";
  sessionStorage.removeItem(CHOSEN);
  if (state.kind !== "active" || tenantId === "") return;
  const handed = { notice: "You are no member of that company any more." };
  void loadSession().then(() => navigate("/console", { replace: true, handed }));
};

/** The session's state; the component is drawn anew when it changes. */
export function useSession(): SessionState {
  const [known, setKnown] = useState(state);
  useEffect(() => {
    setKnown(state);
    listeners.add(setKnown);
    return () => {
      listeners.delete(setKnown);
    };
  }, []);
  return known;
}

/** Asks the server whose session the browser has, once at a time. */
export function loadSession(): Promise<SessionState> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Takes note that nobody is logged in any more; what pages have loaded is forgotten with them. */
export function endSession(): void {
  link.csrfToken = "";
  sessionStorage.removeItem(CHOSEN);
  become({ kind: "none" });
}

/**
 * Awaits a call by which the person ends the session. Other calls of the page may be refused before its answer comes:
 * they send the person to the log-in only where this call has not ended the session.
 */
export async function leavingBy<T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> {
  leaving++;
  try {
    const result = await call;
    if (isRefused && !result.ok) leadToLogin();
    return result;
  } finally {
    leaving--;
    isRefused = false;
  }
}

/** From now on, this tab acts for another company of the person. */
export function chooseCompany(tenantId: string): void {
  sessionStorage.setItem(CHOSEN, tenantId);
  if (state.kind === "active") become(actingFor(state.session, state.user));
}

/** Shows a change of the person on every page. */
export function rememberUser(user: User): void {
  if (state.kind === "active") become({ ...state, user });
}

/** The company that the tab acts for, as the person is a member of it. */
export function ownCompany(active: SessionState): User["tenants"][number] | undefined {
  if (active.kind !== "active") return undefined;
  return active.user.tenants.find(({ tenantId }) => tenantId === active.tenantId);
}

async function ask(): Promise<SessionState> {
  const session = await outcome(api.GET("/sessions/current"));
  if (!session.ok) return become(without(session.failure));
  const user = await outcome(api.GET("/users/me"));
  if (!user.ok) return become(without(user.failure));
  link.csrfToken = session.data.csrfToken;
  return become(actingFor(session.data, user.data));
}

/**
 * The chosen company while the person is a member of it, then that of the log-in, then any: calls name it
 * where it is not that of the log-in.
 */
function actingFor(session: CurrentSession, user: User): SessionState {
  const ids = user.tenants.map(({ tenantId }) => tenantId);
  const wanted = [sessionStorage.getItem(CHOSEN), session.tenantId];
  const tenantId = wanted.find((id) => id && ids.includes(id)) ?? ids[0] ?? "";
  link.tenantId = tenantId === session.tenantId ? "" : tenantId;
  return { kind: "active", session, user, tenantId };
}

function without(failure: Failure): SessionState {
  const isNone = failure.kind === "refused" && failure.status === 401;
  if (isNone) link.csrfToken = "";
  return isNone ? { kind: "none" } : { kind: "failed", failure };
}

function become(next: SessionState): SessionState {
  state = next;
  for (const listener of listeners) listener(next);
  return next;
}
