/** The decision about a program: who asks, what exactly it would be granted, yes or no. */
import { useState } from "preact/hooks";
import { FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { ScopeChoices } from "../parts/choices.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { ownCompany } from "../session.ts";
import {
  Asker,
  type Consent,
  Deny,
  NeedsFactor,
  NO_SCOPE,
  NoCompany,
  refusedWith,
  saysOf,
  useDecision,
} from "./consent_parts.tsx";
import { ConsentStarted } from "./consent_started.tsx";
import { TITLE } from "./device_code.tsx";

export function DeviceConsent(consent: Consent) {
  const { code, device, active } = consent;
  const asked = device.scopes.map(({ scope }) => scope);
  const [chosen, setChosen] = useState(asked);
  const [fault, setFault] = useState<string>();
  const decision = useDecision(consent);
  const { failure, busyWith } = decision;
  function approve(): void {
    setFault(chosen.length === 0 ? NO_SCOPE : undefined);
    if (chosen.length === 0) return;
    decision.approve({ scopes: asked.filter((scope) => chosen.includes(scope)) });
  }
  const { company, clientId } = device;
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
            again={decision.again}
            busy={busyWith !== undefined}
            says={saysOf(failure)}
            takesFocus
          />
        )}
        {refusedWith(failure) === "mfa_verification_required" && <NeedsFactor active={active} />}
        {company === undefined ? (
          <NoCompany what="a program" active={active} decision={decision} />
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
                busy={busyWith === "approve"}
                disabled={busyWith !== undefined}
                onClick={approve}
              >
                Let it in
              </Button>
              <Deny decision={decision} />
            </div>
          </>
        )}
      </Page>
    </Alone>
  );
}
