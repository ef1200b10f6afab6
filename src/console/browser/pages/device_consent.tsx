/** The decision about a program: who asks, what exactly it would be granted, yes or no. */
import { useEffect, useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { ScopeChoices } from "../parts/choices.tsx";
import { Alone } from "../parts/layout.tsx";
import { LogInAgain } from "../parts/log_in_again.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { ownCompany, type SessionState } from "../session.ts";
import { ConsentStarted } from "./consent_started.tsx";
import { SAYS_OF_GUESSES, TITLE } from "./device_code.tsx";

export type DeviceAuthorization = components["schemas"]["DeviceAuthorization"];
export type Active = Extract<SessionState, { kind: "active" }>;

const NO_SCOPE = "Leave at least one, or deny.";
const SAYS = {
  ...SAYS_OF_GUESSES,
  resource_not_found: "Somebody else has decided about this program.",
  missing_required_permission:
    "You are no member of this company any more, so no program can act for you there.",
  mfa_verification_required:
    "The company asks for a second factor, and this session was begun without one.",
};

type Decision = { kind: "approve"; scopes: string[] } | { kind: "deny" };

export function DeviceConsent({
  code,
  device,
  active,
  onDecided,
  onChanged,
}: {
  code: string;
  device: DeviceAuthorization;
  active: Active;
  onDecided: (device: DeviceAuthorization) => void;
  /** It was decided or ended meanwhile. */
  onChanged: () => void;
}) {
  const asked = device.scopes.map(({ scope }) => scope);
  const [chosen, setChosen] = useState(asked);
  const [fault, setFault] = useState<string>();
  const [last, setLast] = useState<Decision["kind"]>();
  const decide = useChange((decision: Decision, key) => {
    const params = { path: { userCode: code } };
    const headers = keyed(key);
    if (decision.kind === "deny") {
      return outcome(api.POST("/oauth/device/{userCode}/deny", { params, headers }));
    }
    const body = { scopes: decision.scopes };
    return outcome(api.POST("/oauth/device/{userCode}/approve", { params, body, headers }));
  }, onDecided);
  const { failure, busy } = decide;
  const refusedWith = failure?.kind === "refused" ? failure.code : undefined;
  useEffect(() => {
    if (refusedWith === "state_conflict") onChanged();
  }, [failure]);
  function submit(decision: Decision): void {
    const isNothing = decision.kind === "approve" && decision.scopes.length === 0;
    setFault(isNothing ? NO_SCOPE : undefined);
    if (isNothing) return;
    setLast(decision.kind);
    void decide.submit(decision);
  }
  const { company, clientId } = device;
  const deny = (
    <Button
      kind="danger"
      busy={busy && last === "deny"}
      disabled={busy}
      onClick={() => submit({ kind: "deny" })}
    >
      Deny
    </Button>
  );
  return (
    <Alone wide>
      <Page
        title={TITLE}
        lead={
          <>
            A program that calls itself <strong>{clientId}</strong> asks to act for you
            {company !== undefined && (
              <>
                {" in "}
                <strong>{company.name}</strong>
              </>
            )}
            .
          </>
        }
      >
        <ConsentStarted what="program" code={code} of={device} />
        <Asker device={device} active={active} />
        {failure !== undefined && (
          <FailureBanner
            failure={failure}
            again={decide.again}
            busy={busy}
            says={SAYS}
            takesFocus
          />
        )}
        {refusedWith === "mfa_verification_required" && <NeedsFactor active={active} />}
        {company === undefined ? (
          <>
            <p class="empty">
              You are in no company, and a program acts for one. Ask an owner of yours to invite{" "}
              {active.user.email}, then come back.
            </p>
            <div class="actions">{deny}</div>
          </>
        ) : (
          <>
            <section>
              <h2>What it may do</h2>
              <p class="hint">
                Within your role, {ownCompany(active)?.role}. For 30 days, until it was unused for
                7, or until you end it. Untick what it does not need.
              </p>
              <ScopeChoices
                groups={[{ title: `In ${company.name}`, choices: device.scopes }]}
                chosen={chosen}
                onChosen={setChosen}
                fault={fault}
              />
            </section>
            <div class="actions">
              <Button
                kind="main"
                busy={busy && last === "approve"}
                disabled={busy}
                onClick={() => submit({ kind: "approve", scopes: asked.filter(isIn(chosen)) })}
              >
                Let it in
              </Button>
              {deny}
            </div>
          </>
        )}
      </Page>
    </Alone>
  );
}

/** Who asks: what can be known of it. */
function Asker({ device, active }: { device: DeviceAuthorization; active: Active }) {
  const { clientId, ipAddress, userAgent, requestedAt, expiresAt, resource } = device;
  const facts = [
    ["Program", clientId],
    ["You are", active.user.email],
    ["Asked from", <code key="from">{ipAddress}</code>],
    ["Says it is", userAgent === "" ? "nothing" : userAgent],
    ["Asked", <Time key="asked" at={requestedAt} />],
    ["You have until", <Time key="until" at={expiresAt} />],
    ["To use", <code key="resource">{resource}</code>],
  ] as const;
  return (
    <dl class="facts rows">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function NeedsFactor({ active }: { active: Active }) {
  if (active.user.mfa.totp) return <LogInAgain />;
  return (
    <p>
      <a href="/console/security">Set up a second factor</a>, log in with it, and come back.
    </p>
  );
}

function isIn(chosen: readonly string[]): (scope: string) => boolean {
  return (scope) => chosen.includes(scope);
}
