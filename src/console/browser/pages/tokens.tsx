/** Personal access tokens: what programs of one's own act for a person with. */
import { useEffect, useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Badge, Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { SecretBox } from "../parts/secret_box.tsx";
import { Time } from "../parts/time.tsx";
import { usePages } from "../read.ts";
import { ownCompany, useSession } from "../session.ts";
import { counted } from "../words.ts";
import { TokenDraft } from "./token_draft.tsx";

type Token = components["schemas"]["PersonalAccessToken"];
type Step =
  | { kind: "none" }
  | { kind: "drafting" }
  | { kind: "made"; token: Token }
  | { kind: "revoking"; token: Token }
  | { kind: "said"; says: string };

export function Tokens() {
  const session = useSession();
  const company = ownCompany(session);
  const [step, setStep] = useState<Step>({ kind: "none" });
  const tokens = usePages((cursor) =>
    outcome(
      api.GET("/personal-access-tokens", {
        params: { query: cursor === undefined ? {} : { cursor } },
      }),
    ),
  );
  // What had the focus before is gone.
  useEffect(() => {
    if (step.kind === "said") focusHeading();
  }, [step]);
  const begin = (
    <Button kind="main" onClick={() => setStep({ kind: "drafting" })}>
      New token
    </Button>
  );
  const close = () => setStep({ kind: "none" });
  if (session.kind !== "active") return null;
  return (
    <Page
      title="Access tokens"
      lead={`A program with a token of yours acts for you in ${company?.name ?? "your company"}, within its scopes and your role.`}
      actions={company !== undefined && step.kind !== "drafting" && begin}
    >
      {step.kind === "said" && <Banner kind="good">{step.says}</Banner>}
      {step.kind === "drafting" && company !== undefined && (
        <TokenDraft
          role={company.role}
          hasFactor={session.session.mfa}
          onClose={() => setStep({ kind: "said", says: "No token was made." })}
          onMade={(token) => {
            setStep({ kind: "made", token });
            tokens.reload();
          }}
        />
      )}
      <Listing
        pages={tokens}
        label="Access tokens"
        keyOf={({ personalAccessTokenId }) => personalAccessTokenId}
        columns={[
          { heading: "Name", cell: (token) => <Name token={token} /> },
          { heading: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            heading: "Last used",
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? "never" : <Time at={lastUsedAt} />,
          },
          { heading: "Ends", cell: (token) => <End token={token} /> },
          {
            heading: "",
            cell: (token) =>
              token.status === "active" && (
                <div class="actions">
                  <Button
                    kind="danger"
                    label={`Revoke the token ${token.name}`}
                    onClick={() => setStep({ kind: "revoking", token })}
                  >
                    Revoke
                  </Button>
                </div>
              ),
          },
        ]}
        empty={<Nothing isMember={company !== undefined} />}
      />
      {step.kind === "made" && (
        <Made
          token={step.token}
          onKept={() => setStep({ kind: "said", says: `The token ${step.token.name} is made.` })}
        />
      )}
      {step.kind === "revoking" && (
        <Revoking
          token={step.token}
          onClose={close}
          onRevoked={({ name }) => {
            setStep({ kind: "said", says: `The token ${name} is revoked.` });
            tokens.reload();
          }}
        />
      )}
    </Page>
  );
}

function Nothing({ isMember }: { isMember: boolean }) {
  if (!isMember) {
    return (
      <p>A token acts for a company, and you are in none. Ask an owner of yours to invite you.</p>
    );
  }
  return (
    <>
      <p>
        <strong>No tokens yet</strong>
      </p>
      <p>Scripts and tools of your own need one. Servers of a Product use its API keys instead.</p>
    </>
  );
}

function Name({ token: { name, prefix, scopes, mfa } }: { token: Token }) {
  return (
    <div class="who">
      <strong>{name}</strong>
      <p class="badges">
        <code>{prefix}…</code>
        {mfa && <Badge>second factor</Badge>}
      </p>
      <details>
        <summary>{counted(scopes.length, "scope")}</summary>
        <p class="small">{scopes.join(", ") || "It may do what needs no scope."}</p>
      </details>
    </div>
  );
}

function End({ token: { status, expiresAt, revokedAt } }: { token: Token }) {
  if (status === "active") return <Time at={expiresAt} />;
  return (
    <>
      <Badge>{status}</Badge> <Time at={revokedAt ?? expiresAt} />
    </>
  );
}

function Made({ token: { name, token }, onKept }: { token: Token; onKept: () => void }) {
  return (
    <Dialog title={`The token ${name}`} isLocked onClose={() => {}}>
      {token === undefined ? (
        // The answer that had it did not arrive, and the platform does not say it twice.
        <p>The token is made, but its text was lost on its way here. Revoke it and make another.</p>
      ) : (
        <SecretBox label="Access token" secret={token} />
      )}
      <div class="actions">
        <Button kind="main" onClick={onKept}>
          {token === undefined ? "Close" : "I have kept it"}
        </Button>
      </div>
    </Dialog>
  );
}

function Revoking({
  token,
  onClose,
  onRevoked,
}: {
  token: Token;
  onClose: () => void;
  onRevoked: (token: Token) => void;
}) {
  const revoke = useChange(
    ({ personalAccessTokenId }: Token, key) =>
      outcome(
        api.POST("/personal-access-tokens/{personalAccessTokenId}/revoke", {
          params: { path: { personalAccessTokenId } },
          headers: keyed(key),
        }),
      ),
    onRevoked,
  );
  return (
    <Dialog title={`Revoke the token ${token.name}?`} onClose={onClose}>
      <p>Whatever uses it is refused at once. It cannot be taken back.</p>
      {revoke.failure !== undefined && (
        <FailureBanner
          failure={revoke.failure}
          again={revoke.again}
          busy={revoke.busy}
          takesFocus
        />
      )}
      <div class="actions">
        <Button kind="danger" busy={revoke.busy} onClick={() => void revoke.submit(token)}>
          Revoke the token
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  );
}
