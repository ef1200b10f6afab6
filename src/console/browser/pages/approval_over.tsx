/** What became of a request of an agent, in sentences; of one that waits, what a person should know first. */
import type { ComponentChildren } from "preact";
import { Banner } from "../parts/banner.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";
import { TimeLeft } from "../parts/time_left.tsx";
import { type AgentApproval, type Names, personWords } from "./approval_words.tsx";
import { operationPath } from "./operation.tsx";

const TITLES = {
  pending: "Decide about a request",
  approved: "Approved",
  consumed: "Let through",
  denied: "Denied",
} as const;
const ENDED = {
  time: "Too late",
  changed: "Changed meanwhile",
  grant_ended: "The agent is shut out",
} as const;

/** The heading of the page for a request in this state. */
export function titleOf({ status, endedBecause = "time" }: AgentApproval): string {
  return status === "expired" ? ENDED[endedBecause] : TITLES[status];
}

type Props = { approval: AgentApproval; names: Names; ownId: string };

export function ApprovalOver(props: Props) {
  const { expiresAt, status, reason } = props.approval;
  switch (status) {
    case "pending":
      return (
        <Banner kind="note">
          <p>
            Nothing has happened yet. The request ends by itself in{" "}
            <strong>
              <TimeLeft until={expiresAt} />
            </strong>
            . Read what follows: an agent can be wrong, and what it reads can mislead it.
          </p>
        </Banner>
      );
    case "approved":
      return (
        <Said {...props} kind="good">
          The agent may send exactly this request again, once, until <Time at={expiresAt} />, which
          is in <TimeLeft until={expiresAt} />. Nothing has run yet, and nothing does if anything
          that the request names changes before.
        </Said>
      );
    case "consumed":
      return <Consumed {...props} />;
    case "denied":
      return (
        <Said {...props} kind="bad">
          Nothing comes of the request.
          {reason !== undefined && (
            <>
              {" The agent is told why: “"}
              <OutsideText text={reason} />
              {"”"}
            </>
          )}
        </Said>
      );
    case "expired":
      return (
        <Said {...props} kind="note">
          <Expired {...props} />
        </Said>
      );
  }
}

function Consumed(props: Props) {
  const { consumedAt, expiresAt, environment, consumedOperationId: id } = props.approval;
  return (
    <Said {...props} kind="good">
      The agent sent the request again, which was let through at{" "}
      <Time at={consumedAt ?? expiresAt} />. The approval serves nothing else.
      {id !== undefined && (
        <>
          {" What came of it: "}
          <a href={operationPath(id, environment)}>
            the operation <code>{id}</code>
          </a>
          .
        </>
      )}
    </Said>
  );
}

function Expired({ approval: { endedBecause, decidedBy } }: Props) {
  const again = "The agent asks anew if it still wants to.";
  switch (endedBecause) {
    case "changed":
      return (
        <>
          Something that the request names has changed since the agent asked, so nothing came of it.
          If the agent still wants it, another request is among those that wait.
        </>
      );
    case "grant_ended":
      return <>What the agent was granted has ended, so nothing came of the request.</>;
    default:
      if (decidedBy === undefined) {
        return <>Nobody decided in ten minutes, so nothing came of the request. {again}</>;
      }
      return <>The agent did not send the request again in time, so nothing came of it. {again}</>;
  }
}

function Said({
  approval: { decidedBy, decidedAt, status },
  names,
  ownId,
  kind,
  children,
}: Props & { kind: "good" | "note" | "bad"; children: ComponentChildren }) {
  const verb = status === "denied" ? "Denied" : "Approved";
  return (
    <Banner kind={kind}>
      {decidedBy !== undefined && decidedAt !== undefined && (
        <p>
          {verb} by {personWords(decidedBy, names, ownId)}, <Time at={decidedAt} />.
        </p>
      )}
      <p>{children}</p>
    </Banner>
  );
}
