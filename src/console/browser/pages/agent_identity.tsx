/** Which agent it is that asks: a new one with a name, or one that the company knows. */
import { useState } from "preact/hooks";
import type { AgentMember } from "../company_reads.ts";
import { skeletonOf, visibleText } from "../outside_text.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Field, Select } from "../parts/form.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { Radios } from "../parts/radios.tsx";
import type { Read } from "../read.ts";

/** Characters of an agent's name, at most. */
export const AGENT_NAME_MAX = 120;

export function AgentIdentity({
  agents,
  agent,
  onAgent,
  name,
  onName,
}: {
  agents: Read<AgentMember[]>;
  /** Undefined for a new one. */
  agent: AgentMember | undefined;
  onAgent: (agent: AgentMember | undefined) => void;
  name: string;
  onName: (name: string) => void;
}) {
  const { data: known = [], failure, reload } = agents;
  const twin = known.find((one) => skeletonOf(one.name) === skeletonOf(name));
  return (
    <section>
      <h2>Which agent it is</h2>
      {failure !== undefined && <FailureBanner failure={failure} again={reload} />}
      {known.length > 0 && (
        <Radios
          legend="The agent is"
          name="identity"
          value={agent === undefined ? "new" : "known"}
          onValue={(value) => onAgent(value === "new" ? undefined : known[0])}
          options={[
            { value: "new", label: "A new one" },
            {
              value: "known",
              label: "One that the company knows",
              hint: "Only where you know that it is the same. What its other grants allow stays as it is.",
            },
          ]}
        />
      )}
      {agent === undefined ? (
        <>
          <AgentNameField value={name} onValue={onName} />
          {twin !== undefined && (
            <Banner kind="bad">
              <p>
                The company has an agent{" "}
                <strong>
                  <OutsideText text={twin.name} />
                </strong>{" "}
                already, and the names are easily taken for one another. That this is the same
                agent, nobody has verified.
              </p>
            </Banner>
          )}
        </>
      ) : (
        <Select
          name="agentMemberId"
          label="Agent"
          value={agent.agentMemberId}
          onValue={(id) => onAgent(known.find(({ agentMemberId }) => agentMemberId === id))}
          options={known.map((one) => [one.agentMemberId, optionOf(one, known)] as const)}
        />
      )}
    </section>
  );
}

/** `value`: without characters that cannot be seen, until the person writes some. */
export function AgentNameField({
  value,
  onValue,
}: {
  value: string;
  onValue: (value: string) => void;
}) {
  const [start] = useState(value);
  return (
    <>
      <Field
        name="agentName"
        value={value}
        onValue={onValue}
        label="Name of the agent"
        hint="What it is called on the pages of the company. It says nothing of what it may do."
        autoComplete="off"
        maxLength={AGENT_NAME_MAX}
        pattern=".*\S.*"
        title="Give the agent a name."
        required
      />
      {value !== start && <OutsideTextWarning what="The name that you give it" text={value} />}
    </>
  );
}

/** With its id where another one is called the same. */
function optionOf({ agentMemberId, name }: AgentMember, known: readonly AgentMember[]): string {
  const isAlone = known.every(
    (one) => one.agentMemberId === agentMemberId || skeletonOf(one.name) !== skeletonOf(name),
  );
  return isAlone ? visibleText(name) : `${visibleText(name)} (${agentMemberId})`;
}
