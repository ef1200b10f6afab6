/** The decision about an agent: what it is, who asks, what it would see and may do, how far it reaches. */
import { Alone } from "../parts/layout.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { AgentMore } from "./agent_more.tsx";
import { AgentWishes } from "./agent_wishes.tsx";
import { AGENT_IS } from "./agent_words.tsx";
import { Asker, type Consent, NoCompany, useDecision } from "./consent_parts.tsx";
import { ConsentStarted } from "./consent_started.tsx";

const TITLE = "Let an agent in";

export function AgentConsent(consent: Consent) {
  const { code, device, active } = consent;
  const { company, agentName = "", returnsTo } = device;
  const decision = useDecision(consent);
  // What calls itself by a name that polls is anybody; a code goes to the address of the program that has the name.
  const Wishes = returnsTo === undefined ? AgentWishes : AgentMore;
  return (
    <Alone wide>
      <Page
        title={TITLE}
        lead={
          <>
            An agent that calls itself{" "}
            <strong>
              “<OutsideText text={agentName} />”
            </strong>{" "}
            asks to act for you
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
        <OutsideTextWarning what="This name" text={agentName} />
        <ConsentStarted what="agent" code={code} of={device} />
        <section>
          <h2>What an agent is</h2>
          {AGENT_IS}
        </section>
        <Asker device={device} active={active} />
        {company === undefined ? (
          <NoCompany what="an agent" active={active} decision={decision} />
        ) : (
          <Wishes {...consent} company={company} decision={decision} />
        )}
      </Page>
    </Alone>
  );
}
