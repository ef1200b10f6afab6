/** The page of an invitation's link: become a member of the company that has invited the person. */
import { useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { forgetInvitation, takeInvitationToken } from "../invitation_token.ts";
import { useLogout } from "../logout.ts";
import { loginFor } from "../next_path.ts";
import { outcome } from "../outcome.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Form } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { navigate } from "../router.ts";
import {
  chooseCompany,
  loadSession,
  type SessionState,
  type User,
  useSession,
} from "../session.ts";

const PATH = "/console/invitations";
const LOGIN = loginFor(PATH);

export function Invitation() {
  const session = useSession();
  const [token] = useState(takeInvitationToken);
  return (
    <Alone>
      <Page title="Your invitation">
        {token === undefined ? (
          <NoToken session={session} />
        ) : (
          <Ways token={token} session={session} />
        )}
      </Page>
    </Alone>
  );
}

function NoToken({ session }: { session: SessionState }) {
  return (
    <>
      <p>
        This address lacks the invitation. Open the link of the mail, or copy it whole: all behind
        the <code>#</code> belongs to it.
      </p>
      <p>
        <a href="/console">{session.kind === "active" ? "Go to the overview" : "Log in"}</a>
      </p>
    </>
  );
}

function Ways({ token, session }: { token: string; session: SessionState }) {
  switch (session.kind) {
    case "unknown":
      return <Waiting />;
    case "failed":
      return <Waiting failure={session.failure} again={() => void loadSession()} />;
    case "active":
      return <Accept token={token} user={session.user} />;
    case "none":
      return <Strangers token={token} />;
  }
}

function Strangers({ token }: { token: string }) {
  return (
    <>
      <p>A company has invited you. Use the address that got the mail.</p>
      <div class="actions">
        <Button
          kind="main"
          onClick={() => navigate("/console/signup", { handed: { invitationToken: token } })}
        >
          Create an account
        </Button>
        <Button onClick={() => navigate(LOGIN)}>I have an account: log in</Button>
      </div>
    </>
  );
}

function Accept({ token, user }: { token: string; user: User }) {
  const accept = useChange(
    (body: { token: string }, key) =>
      outcome(api.POST("/tenant/invitations/accept", { body, headers: keyed(key) })),
    async ({ tenantId, role }) => {
      forgetInvitation();
      const after = await loadSession();
      chooseCompany(tenantId);
      const companies = after.kind === "active" ? after.user.tenants : [];
      const name = companies.find((one) => one.tenantId === tenantId)?.name ?? "the company";
      const notice = `You are a member of ${name} now, with the role ${role}.`;
      navigate("/console", { replace: true, handed: { notice } });
    },
  );
  const logout = useLogout();
  const says = {
    resource_not_found: `The invitation is for another address than ${user.email}, was used or taken back, or is older than 7 days. Ask for a new one.`,
    state_conflict: "You are a member of this company already.",
    state_constraint_failed: "The company has as many members as it can have.",
  };
  return (
    <>
      <p>
        A company has invited you. You are logged in as <strong>{user.displayName}</strong>,{" "}
        {user.email}.
      </p>
      {user.tenants.length > 0 && (
        <Banner kind="note">
          You stay in {user.tenants.map(({ name }) => name).join(", ")}, and can change between your
          companies at any time.
        </Banner>
      )}
      {logout.failure !== undefined && (
        <FailureBanner failure={logout.failure} again={logout.again} busy={logout.busy} />
      )}
      <Form
        change={accept}
        onSubmit={() => void accept.submit({ token })}
        button="Accept the invitation"
        says={says}
        beside={
          <>
            <Button kind="quiet" busy={logout.busy} onClick={() => void logout.submit(null)}>
              Not you? Log out
            </Button>
            <a href="/console">Not now</a>
          </>
        }
      >
        {null}
      </Form>
    </>
  );
}
