/**
 * The secret of an invitation's link, from the moment that the link is opened until the person is a member.
 * Guarantees: it is taken out of the address at once, and kept by the browser for the tab alone, so a log-in
 * on the way needs no address that names it.
 */
import { currentLocation, forgetFragment } from "./router.ts";

const KEPT = "invitation";

/** The token of the link that was opened, or of the one that was opened last in this tab. */
export function takeInvitationToken(): string | undefined {
  const token = currentLocation().fragment.get("token");
  if (token !== null && token !== "") {
    sessionStorage.setItem(KEPT, token);
    forgetFragment();
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}

/** Called when the invitation is accepted, or is of no use. */
export function forgetInvitation(): void {
  sessionStorage.removeItem(KEPT);
}
