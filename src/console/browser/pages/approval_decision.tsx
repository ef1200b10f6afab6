/** The decision about an agent's request: approve with the password, deny with or without a reason. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { type Failure, outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, TextArea, useFields } from "../parts/form.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { usePermissions } from "../permissions.ts";
import { lacksValues } from "./approval_arguments.tsx";
import type { AgentApproval } from "./approval_words.tsx";

const SAYS = {
  missing_required_permission:
    "Your role in the company does not permit this operation in live, so you cannot decide about it.",
  resource_not_found: "The request is not there any more.",
};
const WRONG = "This is not your password. Nothing was approved.";
const REASON_MAX = 500;

type Props = { approval: AgentApproval; reload: () => void };

export function ApprovalDecision({ approval, ownId, reload }: Props & { ownId: string }) {
  const { role, roles, may, read } = usePermissions();
  const [isDenying, setIsDenying] = useState(false);
  if (roles === undefined) return <Waiting failure={read.failure} again={read.reload} />;
  const mayApprove = may(approval.permission);
  const mayDeny = mayApprove || approval.delegatorUserId === ownId;
  const deny = mayDeny && (
    <Button kind="danger" onClick={() => setIsDenying(true)}>
      Deny
    </Button>
  );
  return (
    <section>
      <h2>Your decision</h2>
      {mayApprove && lacksValues(approval) ? (
        <>
          <Banner kind="note">
            <p>
              The server was started again since the agent asked, and keeps personal values in
              memory alone: they are not there, so you cannot read what you would approve. They are
              there again when the agent sends the same request again, which it does by itself or
              when you tell it to.
            </p>
          </Banner>
          <div class="actions">
            <Button onClick={reload}>Look again</Button>
            {deny}
          </div>
        </>
      ) : mayApprove ? (
        <Approve approval={approval} reload={reload} beside={deny} />
      ) : (
        <>
          <p>
            Your role, <strong>{role ?? "none"}</strong>, does not permit this operation in live, so
            you cannot approve it. It takes <code>{approval.permission}</code>: ask an owner or an
            admin.
          </p>
          {mayDeny && <div class="actions">{deny}</div>}
        </>
      )}
      {isDenying && (
        <Deny approval={approval} reload={reload} onClose={() => setIsDenying(false)} />
      )}
    </section>
  );
}

function Approve({
  approval: { agentApprovalId, hiddenValues = [] },
  reload,
  beside,
}: Props & { beside: ComponentChildren }) {
  const hasSecret = hiddenValues.some(({ why }) => why === "secret");
  const fields = useFields({ password: "" });
  const approve = useChange((body: { password: string }, key) => {
    const options = { params: { path: { agentApprovalId } }, body, headers: keyed(key) };
    return outcome(api.POST("/agent-approvals/{agentApprovalId}/approve", options));
  }, reload);
  const { failure } = approve;
  useReloaded(failure, reload);
  return (
    <div class="panel">
      <Form
        change={{ ...approve, failure: besidePassword(failure) }}
        onSubmit={() => void approve.submit(fields.values)}
        button="Approve"
        says={SAYS}
        beside={beside}
      >
        <Field
          {...fields.bind("password")}
          label="Your password"
          hint={`It says that you approve exactly what stands above${hasSecret ? ", and the secret values, which are shown to nobody" : ""}. To deny takes none.`}
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </div>
  );
}

function Deny({ approval, reload, onClose }: Props & { onClose: () => void }) {
  const { agentApprovalId } = approval;
  const fields = useFields({ reason: "" });
  const deny = useChange(
    (body: { reason?: string }, key) => {
      const options = { params: { path: { agentApprovalId } }, body, headers: keyed(key) };
      return outcome(api.POST("/agent-approvals/{agentApprovalId}/deny", options));
    },
    () => {
      onClose();
      reload();
    },
  );
  useReloaded(deny.failure, reload);
  const reason = fields.values.reason.trim();
  return (
    <Dialog title="Deny the request?" onClose={onClose}>
      <Form
        change={deny}
        onSubmit={() => void deny.submit(reason === "" ? {} : { reason })}
        button="Deny the request"
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>Nothing comes of it, and the agent is told so.</p>
        <TextArea
          {...fields.bind("reason")}
          label="Reason"
          hint={`The agent is shown it. It may be empty; ${REASON_MAX} characters at most.`}
        />
      </Form>
    </Dialog>
  );
}

/** Somebody else has decided, or its time is over: the page shows what became of it. */
function useReloaded(failure: Failure | undefined, reload: () => void): void {
  useEffect(() => {
    if (failure?.kind === "refused" && failure.code === "state_conflict") reload();
  }, [failure]);
}

/** A wrong password is a fault of its field. */
function besidePassword(failure: Failure | undefined): Failure | undefined {
  if (failure?.kind !== "refused" || failure.code !== "invalid_credentials") return failure;
  return { ...failure, issues: [{ code: failure.code, message: WRONG, path: ["password"] }] };
}
