/**
 * The addresses that a browser may be sent back to with an authorization code: which there may be, and
 * whether one that is asked for is one that the client has registered. Read as text, not as a browser would
 * mend it: what is compared is what is sent.
 */

/** The most characters of a redirect URI. */
export const REDIRECT_URI_MAX = 1_024;

/** Printable ASCII without what browsers mend, cut off or read in two ways. */
const PLAIN = /^[\x21-\x7e]+$/;
const UNCLEAR = /["<>\\^`{|}#]/;
const SCHEME = /^[a-z][a-z0-9+.-]*(?=:)/;
/** RFC 8252, 7.3: an address of this machine, whose port the program chooses when it asks. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/;
/**
 * Schemes without a period that programs own nevertheless. RFC 8252, 8.4: a scheme of an application's own
 * "that doesn't contain a period character (".") SHOULD be rejected"; this one is in wide use.
 */
const OWNED_SCHEMES: readonly string[] = ["cursor"];

/** What is wrong with a redirect URI, as a predicate after its name; undefined where it is good. */
export function redirectFault(text: string): string | undefined {
  if (text.length > REDIRECT_URI_MAX) return `has more than ${REDIRECT_URI_MAX} characters`;
  if (text.includes("#")) return "has a fragment";
  if (!PLAIN.test(text) || UNCLEAR.test(text)) return "has characters that no address has";
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined || !URL.canParse(text)) return "is no absolute address";
  switch (scheme) {
    case "https":
      return httpsFault(text);
    case "http":
      return LOOPBACK.test(text) ? undefined : "is http, and not of loopback";
    default:
      return scheme.includes(".") || OWNED_SCHEMES.includes(scheme)
        ? undefined
        : "has a scheme that is neither https nor one of an application's own, which has a period";
  }
}

/**
 * Whether the address that is asked for is the registered one: the same text (RFC 9700, 2.1), but for the
 * port of loopback, which "the authorization server MUST allow" to be any (RFC 8252, 7.3).
 */
export function isSameRedirect(registered: string, asked: string): boolean {
  return registered === asked || portless(registered) === portless(asked);
}

/** What people know a redirect URI by: the host, or the scheme of an application's own. */
export function hostOfRedirect(uri: string): { host: string } | { scheme: string } | "loopback" {
  if (LOOPBACK.test(uri)) return "loopback";
  if (uri.startsWith("https:")) return { host: new URL(uri).host };
  return { scheme: SCHEME.exec(uri)?.[0] ?? "" };
}

/** The address with what is handed over; a query that it has stays (RFC 6749, 3.1.2). */
export function redirectWith(uri: string, handed: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(handed)}`;
}

function httpsFault(text: string): string | undefined {
  const { host, username, password, href } = new URL(text);
  if (username !== "" || password !== "") return "has a user name or a password";
  const written = `https://${host}`;
  // A host that is written in another way than browsers read it is shown to nobody as what it is.
  const isPlain = text.startsWith(written) && /^(?:[/?]|$)/.test(text.slice(written.length));
  return isPlain && href.startsWith(written)
    ? undefined
    : "has a host that is not in its usual form";
}

function portless(uri: string): string | undefined {
  const [, origin, rest] = LOOPBACK.exec(uri) ?? [];
  // An address that is not of loopback is equal to itself alone.
  return origin === undefined ? uri : `${origin}${rest}`;
}
