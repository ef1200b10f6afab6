/**
 * Where a log-in leads: to the page that asked for it, and never off this host. An address may say anything
 * in `next`, so what is gone to is read by the browser's own rules first and then compared.
 */

export const HOME = "/console";
/** An origin to parse addresses with. Any one would do: only the path of the result is used. */
const BASE = "http://console.invalid";
/** Pages that are for people without a session: to go there after a log-in leads nowhere. */
const ENTRANCES = /^\/console\/(login|signup|reset)(\/|$)/;

/**
 * The path, query and fragment to go to after a log-in: `next` where that is a page of this console, and
 * the overview otherwise.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || next.length > 2_048) return HOME;
  let url: URL;
  try {
    url = new URL(next, BASE);
  } catch {
    return HOME;
  }
  const { origin, pathname, search, hash } = url;
  const isOurs = pathname === HOME || pathname.startsWith(`${HOME}/`);
  if (origin !== BASE || !isOurs || ENTRANCES.test(pathname)) return HOME;
  return pathname + search + hash;
}

/** The path of the log-in that leads to `next` afterwards. */
export function loginFor(next: string): string {
  const to = safeNext(next);
  return to === HOME ? "/console/login" : `/console/login?next=${encodeURIComponent(to)}`;
}
