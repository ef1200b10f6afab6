/** What an agent asks for, and who asks: all that a person decides by. */
import type { ComponentChildren } from "preact";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";
import type { Accounts } from "./approval_accounts.tsx";
import { ApprovalArguments } from "./approval_arguments.tsx";
import { ApprovalMoney } from "./approval_money.tsx";
import { ApprovalSubjects } from "./approval_subjects.tsx";
import {
  type AgentApproval,
  AgentName,
  type Names,
  ProductOf,
  personWords,
} from "./approval_words.tsx";

type Fact = readonly [name: string, value: ComponentChildren];

export function ApprovalAsked({
  approval,
  accounts,
  names,
  ownId,
}: {
  approval: AgentApproval;
  accounts: Accounts;
  names: Names;
  ownId: string;
}) {
  const { agentName = "", operation, summary, isWrite, environment } = approval;
  const what: Fact[] = [
    ["Operation", <code key="operation">{operation}</code>],
    ["Effect", isWrite ? "changes something" : "reads, and changes nothing"],
    ["Product", <Product key="product" approval={approval} />],
    ["Environment", environment],
    ["Build", <Build key="build" approval={approval} />],
    ["Resources", <Revisions key="revisions" approval={approval} />],
  ];
  return (
    <>
      <OutsideTextWarning what="The agent's name" text={agentName} />
      <section>
        <h2>{summary}</h2>
        <Facts facts={what} />
      </section>
      <section>
        <h2>With these values</h2>
        <ApprovalMoney approval={approval} accounts={accounts} rest="read them below" />
        <ApprovalSubjects approval={approval} />
        <ApprovalArguments approval={approval} accounts={accounts} />
      </section>
      <section>
        <h2>Who asks</h2>
        <Facts facts={askerOf(approval, personWords(approval.delegatorUserId, names, ownId))} />
        <p class="hint">
          Nobody has verified the name of an agent. On the page <a href="/console/agents">Agents</a>{" "}
          you see what this one was granted, and can shut it out.
        </p>
      </section>
    </>
  );
}

function askerOf(approval: AgentApproval, letInBy: string): Fact[] {
  const { ipAddress, userAgent, requestedAt, expiresAt, agentMemberId, idempotencyKey } = approval;
  return [
    [
      "Agent",
      <div key="agent" class="who">
        <strong>
          <AgentName approval={approval} />
        </strong>
        <code class="soft">{agentMemberId}</code>
      </div>,
    ],
    ["Let in by", letInBy],
    ["Asked from", ipAddress === undefined ? "unknown" : <code key="from">{ipAddress}</code>],
    ["Says it is", userAgent ? <OutsideText key="agent" text={userAgent} /> : "nothing"],
    ["Asked", <Time key="asked" at={requestedAt} />],
    ["Ends", <Time key="ends" at={expiresAt} />],
    ["Key", <code key="key">{idempotencyKey}</code>],
  ];
}

function Product({ approval }: { approval: AgentApproval }) {
  const { productId, productName } = approval;
  return (
    <div class="who">
      <strong>
        <ProductOf approval={approval} />
      </strong>
      {productName !== undefined && <code class="soft">{productId}</code>}
    </div>
  );
}

function Build({ approval: { buildDigest } }: { approval: AgentApproval }) {
  return buildDigest === undefined ? <>none</> : <code>{buildDigest}</code>;
}

function Revisions({ approval: { revisions } }: { approval: AgentApproval }) {
  if (revisions.length === 0) return <>none that could change</>;
  return (
    <ul>
      {revisions.map(({ type, id, revision }) => (
        <li key={id}>
          {type} <code>{id}</code>, revision {revision}
        </li>
      ))}
    </ul>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
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
