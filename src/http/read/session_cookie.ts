/**
 * The cookie of a browser session, and whether a page of another site makes a request. The cookie has
 * the prefix `__Host-` (RFC 6265bis, 4.1.3.2) and is for TLS alone where clients reach this host by TLS;
 * a browser would not take such a cookie over plain HTTP.
 */
import type { RequestHeaders } from "./request_headers.ts";

/** How sessions are kept in browsers that reach this host by `publicUrl`. */
export type SessionCookies = { readonly name: string; readonly attributes: string };

/** The longest cookie header that is looked into, characters. */
const COOKIES_MAX = 8_192;

export function sessionCookiesOf(publicUrl: string): SessionCookies {
  const common = "; Path=/; HttpOnly; SameSite=Lax";
  return publicUrl.startsWith("https://")
    ? { name: "__Host-session", attributes: `${common}; Secure` }
    : { name: "session", attributes: common };
}

/** The value of the session's cookie; "" where there is none, or more than one. */
export function sessionTextIn(cookie: string, { name }: SessionCookies): string {
  if (cookie === "" || cookie.length > COOKIES_MAX) return "";
  const values = cookie.split(";").flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : [];
  });
  return values.length === 1 ? (values[0] as string) : "";
}

/** The reply of a write that begins a session. The times are those of the session. */
type SessionReply = { sessionToken?: string; createdAt?: string; expiresAt?: string };

/**
 * The answer to a write that begins or ends the browser's session: the session's secret is in the
 * cookie, and not in the body. Where no session has begun, no cookie is set.
 */
export function sessionAnswer(
  what: "begins" | "ends",
  reply: string,
  { name, attributes }: SessionCookies,
): { lines: string; body: string } {
  const { sessionToken, ...shown } = JSON.parse(reply || "{}") as SessionReply;
  const body = reply === "" ? "" : JSON.stringify(shown);
  if (what === "ends") return { lines: setCookie(`${name}=; Max-Age=0${attributes}`), body };
  if (sessionToken === undefined) return { lines: "", body };
  const lastsMs = Date.parse(shown.expiresAt ?? "") - Date.parse(shown.createdAt ?? "");
  const maxAge = Math.floor(lastsMs / 1_000);
  return { lines: setCookie(`${name}=${sessionToken}; Max-Age=${maxAge}${attributes}`), body };
}

function setCookie(value: string): string {
  return `\r\nset-cookie: ${value}`;
}

/**
 * Whether the browser says that a page of another site makes the request. A client that is no browser
 * says nothing of the kind. `publicOrigin`: the origin of the address that clients reach this host by.
 */
export function isCrossSite(
  { origin, host, fetchSite }: Pick<RequestHeaders, "origin" | "host" | "fetchSite">,
  publicOrigin: string,
): boolean {
  if (fetchSite !== "" && fetchSite !== "same-origin" && fetchSite !== "none") return true;
  if (origin === "" || origin === publicOrigin) return false;
  return origin !== `http://${host}` && origin !== `https://${host}`;
}
