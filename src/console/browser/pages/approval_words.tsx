/** What pages say of approvals: their states, who decided, what an agent asks for. */
import { Fragment } from "preact";
import type { components } from "../api.ts";
import { Badge } from "../parts/listing.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";

export type AgentApproval = components["schemas"]["AgentApproval"];
/** By their ids, what members of the company are called; undefined until it is known. */
export type Names = ReadonlyMap<string, string> | undefined;

const STATES = {
  pending: { kind: "note", words: "waits" },
  approved: { kind: "good", words: "approved" },
  consumed: { kind: "good", words: "let through" },
  denied: { kind: "bad", words: "denied" },
  expired: { kind: "note", words: "too late" },
} as const;

const ENDS = { time: "too late", changed: "changed", grant_ended: "agent shut out" } as const;

export function ApprovalBadge({ approval: { status, endedBecause } }: Props) {
  const { kind, words } = STATES[status];
  return <Badge kind={kind}>{endedBecause === undefined ? words : ENDS[endedBecause]}</Badge>;
}

type Props = { approval: AgentApproval };

/** The name that the agent gives itself, as text from outside; its id where nobody knows the name any more. */
export function AgentName({ approval: { agentName, agentMemberId } }: Props) {
  return agentName === undefined ? <code>{agentMemberId}</code> : <OutsideText text={agentName} />;
}

/**
 * The Product of the request by its name, or by its id where the name is unknown; "the company" where it is of none.
 */
export function ProductOf({ approval: { productName, productId } }: Props) {
  if (productName !== undefined) return <OutsideText text={productName} />;
  return productId === undefined ? <>the company</> : <code>{productId}</code>;
}

/**
 * A member by name; "you" for the person who looks at the page. `names`: by user id, undefined until they have come.
 */
export function personWords(userId: string, names: Names, ownId: string): string {
  if (userId === ownId) return "you";
  return names?.get(userId) ?? "a former member";
}

/** Who decided, and when; nothing where nobody has. */
export function Decided({ approval, names, ownId }: Props & { names: Names; ownId: string }) {
  const { decidedBy, decidedAt } = approval;
  if (decidedBy === undefined || decidedAt === undefined) return <>nobody</>;
  return (
    <Fragment>
      {personWords(decidedBy, names, ownId)}, <Time at={decidedAt} />
    </Fragment>
  );
}
