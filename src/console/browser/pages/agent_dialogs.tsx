/** Dialogs about one agent: its name, how far it reaches, its end. */
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { AgentGrant, AgentMember } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { cleanText, visibleText } from "../outside_text.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Checkbox, Form } from "../parts/form.tsx";
import { AgentNameField } from "./agent_identity.tsx";

/** `done`: called with what has become of it, in a sentence. */
type About = { agent: AgentMember; done: (text: string) => void; onClose: () => void };
type Change = components["schemas"]["AgentMemberChange"];

const SAYS = {
  state_conflict: "Somebody else has changed this agent meanwhile. Close this and look again.",
  missing_required_permission:
    "Somebody else let this agent in first, and your role does not allow you to change it.",
};

function useAgentChange({ agentMemberId }: AgentMember, done: (agent: AgentMember) => void) {
  return useChange((body: Change, key) => {
    const params = { path: { agentMemberId } };
    return outcome(
      api.PATCH("/agent-members/{agentMemberId}", { params, body, headers: keyed(key) }),
    );
  }, done);
}

/** Changes the name, which agents choose themselves at first: the dialog shows it without invisible characters. */
export function RenameAgent({ agent, done, onClose }: About) {
  const [name, setName] = useState(() => cleanText(agent.name));
  const change = useAgentChange(agent, (changed) =>
    done(`The agent is called ${visibleText(changed.name)} now.`),
  );
  return (
    <Dialog title={`Rename ${visibleText(agent.name)}`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={() => void change.submit({ name, expectedRevision: agent.revision })}
        button="Rename"
        says={SAYS}
        fields={{ name: "agentName" }}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <AgentNameField value={name} onValue={setName} />
      </Form>
    </Dialog>
  );
}

/** Changes whether the agent reaches the sandboxes of all Products of the company. */
export function ChangeReach({ agent, done, onClose }: About) {
  const [companyWide, setCompanyWide] = useState(agent.companyWide);
  const name = visibleText(agent.name);
  const change = useAgentChange(agent, (changed) =>
    done(
      changed.companyWide
        ? `${name} reaches the sandboxes of all Products now.`
        : `${name} reaches only Products that it has made or that its grants name.`,
    ),
  );
  return (
    <Dialog title={`Reach of ${name}`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={() => void change.submit({ companyWide, expectedRevision: agent.revision })}
        button="Save"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>It always reaches the Products that it makes itself, and those that its grants name.</p>
        <Checkbox
          name="companyWide"
          checked={companyWide}
          onChecked={setCompanyWide}
          label="The sandboxes of all other Products of the company too"
          hint="Those of Products that are made later as well. It opens nothing in live."
        />
      </Form>
    </Dialog>
  );
}

/** Ends the agent with all its grants, by whomever they were given. It cannot be undone. */
export function RevokeAgent({
  agent,
  grants,
  done,
  onClose,
}: About & {
  /** Those in force. */
  grants: readonly AgentGrant[];
}) {
  const name = visibleText(agent.name);
  const { agentMemberId } = agent;
  const revoke = useChange(
    (_: null, key) => {
      const params = { path: { agentMemberId } };
      return outcome(
        api.POST("/agent-members/{agentMemberId}/revoke", { params, headers: keyed(key) }),
      );
    },
    () => done(`The agent ${name} is revoked: none of its credentials works any more.`),
  );
  const people = new Set(grants.map(({ delegatorUserId }) => delegatorUserId)).size;
  return (
    <Dialog title={`Revoke the agent ${name}?`} onClose={onClose}>
      <Form
        change={revoke}
        onSubmit={() => void revoke.submit(null)}
        button="Revoke the agent"
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Keep it</Button>}
      >
        <p>At once, and for ever:</p>
        <ul class="points">
          <li>{endOfGrants(grants.length, people)}</li>
          <li>Its tokens, and the sandbox keys that it has made, are refused everywhere.</li>
          <li>It cannot be let in again, but as a new agent.</li>
        </ul>
        <p class="hint">What it has done stays done, and the Products that it has made stay.</p>
      </Form>
    </Dialog>
  );
}

function endOfGrants(count: number, people: number): string {
  if (count === 0) return "No grant of it is in force; nobody can give it another one.";
  if (count === 1) return "Its grant ends.";
  return people === 1
    ? `All its ${count} grants end.`
    : `All its ${count} grants end, which ${people} people gave.`;
}
