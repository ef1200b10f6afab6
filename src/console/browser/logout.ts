/** The end of the session, as its person wants it. */
import { api, keyed } from "./api.ts";
import { type Change, useChange } from "./change.ts";
import { outcome } from "./outcome.ts";
import { endSession, leavingBy } from "./session.ts";

/** Logs out. `then`: called when nobody is logged in any more, with the page still shown. */
export function useLogout(then: () => void = () => {}): Change<null> {
  return useChange(
    (_: null, key) =>
      leavingBy(outcome(api.POST("/sessions/current/logout", { headers: keyed(key) }))),
    () => {
      endSession();
      then();
    },
  );
}
