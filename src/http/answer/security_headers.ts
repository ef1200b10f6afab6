/**
 * What caches and browsers may do with an answer, as lines of its head. All are constants: an answer
 * takes one of them, and pays for the bytes alone.
 */
import type { Route } from "../route.ts";

/** No browser may take an answer for another type than the answer names (WHATWG Fetch). */
export const NOSNIFF = "\r\nx-content-type-options: nosniff";
/** The lines of every answer with data: no cache keeps one (RFC 9111, 5.2.2.5). */
export const DATA_HEADERS = `\r\ncache-control: no-store${NOSNIFF}`;
/** The line of an answer whose form `Accept` has chosen (RFC 9110, 12.5.5). */
export const VARIES = "\r\nvary: accept";

/**
 * Content-Security-Policy of an answer that is a page, or that a browser may show as one: it runs and
 * loads nothing, and no other site can put it in a frame.
 */
export const BARE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Content-Security-Policy of a page: it runs and loads only what this host serves as a file. */
export const PAGE_POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The lines of a page beside those of all data. */
export function pageHeaders(policy: string): string {
  return `\r\ncontent-security-policy: ${policy}\r\nreferrer-policy: no-referrer`;
}

/** How long a browser speaks to this host by TLS only, seconds: a year. */
const STRICT_TRANSPORT_SECONDS = 31_536_000;

/**
 * The line of Strict-Transport-Security, where the address that clients use is one of TLS; "" where
 * it is not. RFC 6797, 7.2: a host must not send the header over a transport that is not secure.
 */
export function strictTransportOf(publicUrl: string): string {
  if (!publicUrl.startsWith("https://")) return "";
  return `\r\nstrict-transport-security: max-age=${STRICT_TRANSPORT_SECONDS}`;
}

/** The lines of answers, made once for an edge: of data, of pages, and of what is no page but may be shown as one. */
export type Guards = { readonly data: string; readonly page: string; readonly bare: string };

export function guardsWith(strictTransport: string): Guards {
  return {
    data: DATA_HEADERS + strictTransport,
    page: DATA_HEADERS + pageHeaders(PAGE_POLICY) + strictTransport,
    bare: DATA_HEADERS + pageHeaders(BARE_POLICY) + strictTransport,
  };
}

/**
 * The lines of every answer of a route but its documents: those of data, and those of a page where a
 * browser may show the answer as one. `route`: undefined for an unknown method or path.
 */
export function guardOf(route: Route | undefined, { data, page, bare }: Guards): string {
  if (route === undefined || route.target.kind === "document") return bare;
  const { target } = route;
  const answers = target.kind === "operation" ? target.callable.operation.answers : undefined;
  return answers === "page" || answers === "redirect" ? page : data;
}
