/** Where the person is logged in: browsers, and programs and agents that were let in. */
import { useEffect, useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Badge, Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { usePages } from "../read.ts";
import { navigate } from "../router.ts";
import { endSession, leavingBy, useSession } from "../session.ts";
import { counted } from "../words.ts";
import { nameOfAgent } from "./agent_name.ts";

type Session = components["schemas"]["Session"];

/** What the end of a session means, by what it was begun by. */
const ENDS: Readonly<Record<Session["kind"], string>> = {
  agent:
    "The agent is shut out at once: its grant ends, and the sandbox keys that it has made under it stop working. Other grants of it go on.",
  browser: "It is logged out at once. Access tokens and keys go on.",
  cli: "The program is logged out at once, and the keys that it has made stop working.",
};

export function Sessions() {
  const current = useSession();
  const ownId = current.kind === "active" ? current.session.sessionId : "";
  const sessions = usePages((cursor) =>
    outcome(api.GET("/sessions", { params: { query: cursor === undefined ? {} : { cursor } } })),
  );
  const [ending, setEnding] = useState<Session>();
  const [ended, setEnded] = useState<Session>();
  // The button that ended it is gone with the session.
  useEffect(() => {
    if (ended !== undefined) focusHeading();
  }, [ended]);

  function onEnded(session: Session): void {
    setEnding(undefined);
    if (session.sessionId === ownId) {
      endSession();
      navigate("/console/login", { handed: { notice: "You have ended your own session." } });
      return;
    }
    setEnded(session);
    sessions.reload();
  }
  return (
    <Page
      title="Sessions"
      lead="Where you are logged in: browsers, and programs and agents that you have let in. What you do not know, end, and change your password."
    >
      {ended !== undefined && (
        <Banner kind="good">{`${nameOf(ended)} is logged out, everywhere and at once.`}</Banner>
      )}
      <Listing
        pages={sessions}
        label="Sessions"
        keyOf={({ sessionId }) => sessionId}
        columns={[
          { heading: "Who", cell: (session) => <Who session={session} ownId={ownId} /> },
          { heading: "Began", cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            heading: "Last used",
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? "not yet" : <Time at={lastUsedAt} />,
          },
          { heading: "Ends", cell: (session) => <End session={session} /> },
          {
            heading: "",
            cell: (session) =>
              session.status === "active" && (
                <div class="actions">
                  <Button
                    kind="danger"
                    label={`End the session ${nameOf(session)}`}
                    onClick={() => setEnding(session)}
                  >
                    End
                  </Button>
                </div>
              ),
          },
        ]}
        empty={<p>You have no sessions.</p>}
      />
      {ending !== undefined && (
        <Ending
          session={ending}
          isOwn={ending.sessionId === ownId}
          onClose={() => setEnding(undefined)}
          onEnded={onEnded}
        />
      )}
    </Page>
  );
}

function Who({ session, ownId }: { session: Session; ownId: string }) {
  const { sessionId, kind, mfa, ipAddress, userAgent, scopes } = session;
  return (
    <div class="who">
      <strong title={userAgent}>{nameOf(session)}</strong>
      <p class="small">
        from <code>{ipAddress}</code>
      </p>
      <p class="badges">
        {sessionId === ownId && <Badge kind="good">this session</Badge>}
        {kind === "agent" && <Badge>agent</Badge>}
        {kind === "cli" && <Badge>program</Badge>}
        {mfa && <Badge>second factor</Badge>}
      </p>
      {scopes !== undefined && (
        <details>
          <summary>{counted(scopes.length, "scope")}</summary>
          <p class="small">{scopes.join(", ")}</p>
        </details>
      )}
      {kind === "agent" && session.status === "active" && (
        <p class="small">
          What it may do and reaches is on the page <a href="/console/agents">Agents</a>.
        </p>
      )}
    </div>
  );
}

function End({ session }: { session: Session }) {
  const { status, expiresAt, idleExpiresAt, revokedAt } = session;
  if (status === "active") {
    return (
      <>
        <Time at={expiresAt} />
        {idleExpiresAt !== undefined && (
          <p class="small">
            <Time at={idleExpiresAt} /> if unused
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <Badge>{status === "revoked" ? "ended" : "expired"}</Badge>{" "}
      <Time at={revokedAt ?? expiresAt} />
    </>
  );
}

function Ending({
  session,
  isOwn,
  onClose,
  onEnded,
}: {
  session: Session;
  isOwn: boolean;
  onClose: () => void;
  onEnded: (session: Session) => void;
}) {
  const revoke = useChange(({ sessionId }: Session, key) => {
    const params = { path: { sessionId } };
    const call = outcome(api.POST("/sessions/{sessionId}/revoke", { params, headers: keyed(key) }));
    return isOwn ? leavingBy(call) : call;
  }, onEnded);
  return (
    <Dialog title={`End the session ${nameOf(session)}?`} onClose={onClose}>
      <p>
        {ENDS[session.kind]}
        {isOwn && " This is the session that you use now."}
      </p>
      {revoke.failure !== undefined && (
        <FailureBanner
          failure={revoke.failure}
          again={revoke.again}
          busy={revoke.busy}
          takesFocus
        />
      )}
      <div class="actions">
        <Button kind="danger" busy={revoke.busy} onClick={() => void revoke.submit(session)}>
          End the session
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  );
}

/** What the session is called: as the program calls itself, or the browser and its system. */
function nameOf({ clientId, userAgent }: Session): string {
  return visibleText(clientId ?? nameOfAgent(userAgent));
}
