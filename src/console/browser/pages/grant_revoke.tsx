/** The dialog before one person's grant of an agent ends. */
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { AgentGrant, AgentMember } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/form.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";

const SAYS = {
  missing_required_permission:
    "Somebody else gave this grant, and your role does not allow you to end it.",
};

export function RevokeGrant({
  agent,
  grant: { agentGrantId, clientId, lastUsedAt },
  done,
  onClose,
}: {
  agent: AgentMember;
  grant: AgentGrant;
  done: (text: string) => void;
  onClose: () => void;
}) {
  const name = visibleText(agent.name);
  const revoke = useChange(
    (_: null, key) => {
      const params = { path: { agentGrantId } };
      return outcome(
        api.POST("/agent-grants/{agentGrantId}/revoke", { params, headers: keyed(key) }),
      );
    },
    () => done(`The grant of ${name} has ended.`),
  );
  return (
    <Dialog title={`End this grant of ${name}?`} onClose={onClose}>
      <Form
        change={revoke}
        onSubmit={() => void revoke.submit(null)}
        button="End the grant"
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Keep it</Button>}
      >
        <p>
          The tokens of <OutsideText text={clientId} /> under this grant, and the sandbox keys made
          with them, are refused at once, everywhere. What it has done stays done.
        </p>
        <p>
          {lastUsedAt === undefined ? (
            "It was not used yet."
          ) : (
            <>
              It was used last on <Time at={lastUsedAt} />.
            </>
          )}{" "}
          Other grants of {name} go on, and it may ask to be let in again.
        </p>
      </Form>
    </Dialog>
  );
}
