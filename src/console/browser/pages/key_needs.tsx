/** What is missing before a key can be made, and where to see to it. */
import type { ComponentChildren } from "preact";
import type { Product } from "../company_reads.ts";
import { useLogout } from "../logout.ts";
import { loginFor } from "../next_path.ts";
import { FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import type { Environment, Permissions } from "../permissions.ts";
import { navigate } from "../router.ts";
import { useSession } from "../session.ts";

export type Lack = "role" | "disabled" | "closed" | "activation" | "factor" | "login";

/** Nothing where keys can be made. The sandbox asks for the role and an active Product alone. */
export function useLacks(
  { status, activation }: Product,
  environment: Environment,
  { may }: Permissions,
): Lack[] {
  const session = useSession();
  if (session.kind !== "active") return [];
  const lacks: Lack[] = [];
  if (!may(`keys:write@${environment}`)) lacks.push("role");
  if (status !== "active") lacks.push(status);
  if (environment === "sandbox") return lacks;
  if (activation.status !== "active") lacks.push("activation");
  if (!session.user.mfa.totp && !session.session.mfa) lacks.push("factor");
  if (!session.session.mfa) lacks.push("login");
  return lacks;
}

/** One sentence for each thing that is missing, with a link to the page where it is done. */
export function KeyNeeds({
  lacks,
  environment,
}: {
  lacks: readonly Lack[];
  environment: Environment;
}) {
  const session = useSession();
  const logout = useLogout(() => {
    const { pathname, search } = location;
    navigate(loginFor(pathname + search));
  });
  if (lacks.length === 0) return null;
  const words: Record<Lack, ComponentChildren> = {
    role: (
      <>
        <strong>A role that may.</strong> Yours does not allow you to make, change or revoke keys of{" "}
        {environment}: ask an owner or an admin, on the page of{" "}
        <a href="/console/members">Members</a>.
      </>
    ),
    disabled: (
      <>
        <strong>An active Product.</strong> This one is disabled, so none of its keys works. Enable
        it on the page of <a href="/console/products">Products</a>.
      </>
    ),
    closed: (
      <>
        <strong>An active Product.</strong> This one is closed for ever.
      </>
    ),
    activation: (
      <>
        <strong>A Product that is activated for live.</strong> This one is not. Live is asked for on
        the page of <a href="/console/products">Products</a>.
      </>
    ),
    factor: (
      <>
        <strong>A second factor.</strong> You have none: <a href="/console/security">set one up</a>.
      </>
    ),
    login: (
      <>
        <strong>A log-in with the second factor.</strong> This session was begun without one.{" "}
        {session.kind === "active" && session.user.mfa.totp && (
          <Button kind="plain" busy={logout.busy} onClick={() => void logout.submit(null)}>
            Log out and log in again
          </Button>
        )}
        {session.kind === "active" && !session.user.mfa.totp && "Log in again when you have one."}
      </>
    ),
  };
  return (
    <div class="panel">
      <h3>What is missing for a key of {environment}</h3>
      <ul class="needs">
        {lacks.map((lack) => (
          <li key={lack}>{words[lack]}</li>
        ))}
      </ul>
      {logout.failure !== undefined && (
        <FailureBanner failure={logout.failure} again={logout.again} busy={logout.busy} />
      )}
    </div>
  );
}
