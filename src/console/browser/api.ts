/**
 * The published contract as typed calls: `outcome(api.GET("/users/me"))`. A change takes the headers
 * `keyed(key)`, a call that concerns a Product's data `inEnvironment("live")` as well.
 * Guarantees: every call but a read has the session's CSRF token; no call waits longer than 30 s, streams of
 * events aside; a 401 of a session that has ended is told to the session's store.
 */
import createClient from "openapi-fetch";
import type { paths } from "./contract.golden.ts";
import type { OutsideContract } from "./outside_contract.ts";

export type { components } from "./contract.golden.ts";

/** The longest that a call may take, milliseconds: beyond it the connection counts as lost. */
const ANSWER_MS = 30_000;

/** What the session's store knows and does; it sets all when the pages start. */
export const link = {
  csrfToken: "",
  /** The company that calls are for, where it is not that of the log-in; "" otherwise. */
  tenantId: "",
  /** Called when the server no longer takes the session, or when the browser has the session of another person. */
  onEnded: () => {},
  /** Asks for the session anew. Resolves with whether the browser still has a session of this person. */
  renew: async () => false,
  /** Called when the person is no member of `tenantId` any more. */
  onNoMember: () => {},
};

/** What is about the person and the session alone, whichever company the tab acts for. */
const OF_PERSON: readonly string[] = ["/v1/sessions/current", "/v1/users/me"];

export const api = createClient<paths & OutsideContract>({ baseUrl: "/v1", fetch: send });

/** The header `Idempotency-Key` of one intended change: every attempt at the change has this key. */
export function keyed(key: string): { "Idempotency-Key": string } {
  return { "Idempotency-Key": key };
}

/** The header that names the environment of a Product; without it a call is for the sandbox. */
export function inEnvironment(environment: "sandbox" | "live") {
  return { "X-Service-Environment": environment };
}

/**
 * The answer of an operation that streams events, whose body goes on until `signal` ends it. `lastEventId`: after
 * which message the stream goes on, "" for none. Throws where no answer comes.
 */
export function openEvents(
  path: string,
  { lastEventId, signal }: { lastEventId: string; signal: AbortSignal },
): Promise<Response> {
  const headers = {
    Accept: "text/event-stream",
    ...(lastEventId && { "Last-Event-ID": lastEventId }),
  };
  return attempt(new Request(`/v1${path}`, { headers, cache: "no-store" }), signal);
}

async function send(request: Request): Promise<Response> {
  const isSigned = request.method !== "GET" && link.csrfToken !== "";
  const again = isSigned ? request.clone() : undefined;
  const response = await attempt(request);
  if (again === undefined || response.status !== 403) return response;
  if ((await codeOf(response)) !== "csrf_token_invalid") return response;
  // The person has logged in anew in another tab, and the cookie is of that session.
  if (await link.renew()) return attempt(again);
  link.onEnded();
  return response;
}

async function attempt(
  request: Request,
  signal = AbortSignal.timeout(ANSWER_MS),
): Promise<Response> {
  if (request.method !== "GET" && link.csrfToken !== "") {
    request.headers.set("X-CSRF-Token", link.csrfToken);
  }
  const { pathname } = new URL(request.url);
  const isForOther = link.tenantId !== "" && !OF_PERSON.includes(pathname);
  if (isForOther) request.headers.set("X-Service-Tenant", link.tenantId);
  const response = await fetch(request, { signal });
  if (isForOther && response.status === 403 && (await codeOf(response)) === "tenant_mismatch") {
    link.onNoMember();
  }
  if (response.status === 401 && link.csrfToken !== "" && !pathname.startsWith("/v1/auth/")) {
    if (await isOver(response)) link.onEnded();
  }
  return response;
}

/** Whether a 401 says that the session is over. A wrong password is refused with a 401 too. */
async function isOver(response: Response): Promise<boolean> {
  if ((await codeOf(response)) !== "invalid_credentials") return true;
  const session = await fetch("/v1/sessions/current").catch(() => undefined);
  return session?.status === 401;
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  return (body as { error?: { code?: string } }).error?.code;
}
