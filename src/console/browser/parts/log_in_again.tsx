/**
 * Ends the session and leads to the log-in, which comes back to this page: for what takes a session that was
 * begun with the second factor.
 */
import { useLogout } from "../logout.ts";
import { loginFor } from "../next_path.ts";
import { navigate } from "../router.ts";
import { useSession } from "../session.ts";
import { FailureBanner } from "./banner.tsx";
import { Button } from "./button.tsx";

const NOTICE = "You are logged out. Log in with your second factor to go on.";

/** The button that does both; after the log-in the person is back at this page. */
export function LogInAgain() {
  const session = useSession();
  const email = session.kind === "active" ? session.user.email : "";
  const logout = useLogout(() => {
    const { pathname, search } = location;
    navigate(loginFor(pathname + search), { handed: { notice: NOTICE, email } });
  });
  return (
    <>
      {logout.failure !== undefined && (
        <FailureBanner failure={logout.failure} again={logout.again} busy={logout.busy} />
      )}
      <div class="actions">
        <Button busy={logout.busy} onClick={() => void logout.submit(null)}>
          Log out and log in again
        </Button>
      </div>
    </>
  );
}
