/**
 * The handle of a program's request, from the moment that the program has sent the browser here until the person
 * has decided.
 * Guarantees: it is taken out of the address at once, and kept by the browser for the tab alone, so a log-in
 * on the way needs no address that names it.
 */
import { currentLocation, forgetFragment } from "./router.ts";

const KEPT = "request";
const HANDLE = /^[0-9A-Za-z]{22}$/;

/** The handle that a program has sent the browser with, now or last in this tab. */
export function takeRequestHandle(): string | undefined {
  const handle = currentLocation().fragment.get("request");
  if (handle !== null && HANDLE.test(handle)) {
    sessionStorage.setItem(KEPT, handle);
    forgetFragment();
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}

/** Called when the request was decided. */
export function forgetRequest(): void {
  sessionStorage.removeItem(KEPT);
}
