/** What agents ask for in live: requests that wait for a person, and those decided lately. Follows what happens. */
import { api } from "../api.ts";
import { useMemberNames } from "../company_reads.ts";
import { useInboxChanges } from "../inbox.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { TimeLeft } from "../parts/time_left.tsx";
import { type Read, useAll, useRead } from "../read.ts";
import { useSession } from "../session.ts";
import { type Accounts, useAccounts } from "./approval_accounts.tsx";
import { ApprovalMoney } from "./approval_money.tsx";
import {
  type AgentApproval,
  AgentName,
  ApprovalBadge,
  Decided,
  type Names,
  ProductOf,
} from "./approval_words.tsx";

/** Items that a call asks for. */
const LIMIT = 100;

export function Approvals() {
  const session = useSession();
  const people = useMemberNames();
  const waiting = useAll((cursor) => {
    const paged = { limit: LIMIT, ...(cursor !== undefined && { cursor }) };
    const query = { status: "pending", ...paged } as const;
    return outcome(api.GET("/agent-approvals", { params: { query } }));
  });
  const lately = useRead(async () => {
    const all = await outcome(api.GET("/agent-approvals", { params: { query: { limit: LIMIT } } }));
    if (!all.ok) return all;
    return { ok: true, data: all.data.items.filter(({ status }) => status !== "pending") };
  });
  useInboxChanges(() => {
    waiting.reload();
    lately.reload();
  });
  const accounts = useAccounts([...(waiting.data ?? []), ...(lately.data ?? [])], {
    withBalances: false,
  });
  if (session.kind !== "active") return null;
  return (
    <Page
      title="Approvals"
      lead="In live an agent does nothing by itself, reading too: it asks, and a person decides about exactly that request."
    >
      <section>
        <h2>Waiting</h2>
        <Waiting approvals={waiting} accounts={accounts} />
      </section>
      <section>
        <h2>Decided lately</h2>
        <Lately
          approvals={lately}
          accounts={accounts}
          names={people.data}
          ownId={session.user.userId}
        />
        {lately.data !== undefined && lately.data.length > 0 && (
          <p class="hint">
            The newest of them. Every decision stands among the changes of the{" "}
            <a href="/console/company">company</a>.
          </p>
        )}
      </section>
    </Page>
  );
}

type Shown = { approvals: Read<AgentApproval[]>; accounts: Accounts };

function Waiting({ approvals, accounts }: Shown) {
  return (
    <Listing
      pages={pagesOf(approvals)}
      label="Waiting"
      keyOf={({ agentApprovalId }) => agentApprovalId}
      columns={[
        {
          heading: "Request",
          cell: (approval) => <Request approval={approval} accounts={accounts} />,
        },
        { heading: "For", cell: (approval) => <ProductOf approval={approval} /> },
        { heading: "Asked", cell: ({ requestedAt }) => <Time at={requestedAt} /> },
        { heading: "Ends in", cell: ({ expiresAt }) => <TimeLeft until={expiresAt} /> },
      ]}
      empty={
        <>
          <p>
            <strong>Nothing waits</strong>
          </p>
          <p>What an agent asks for in live appears here by itself, for ten minutes.</p>
        </>
      }
    />
  );
}

function Lately({ approvals, accounts, names, ownId }: Shown & { names: Names; ownId: string }) {
  return (
    <Listing
      pages={pagesOf(approvals)}
      label="Decided lately"
      keyOf={({ agentApprovalId }) => agentApprovalId}
      columns={[
        {
          heading: "Request",
          cell: (approval) => <Request approval={approval} accounts={accounts} />,
        },
        { heading: "For", cell: (approval) => <ProductOf approval={approval} /> },
        { heading: "State", cell: (approval) => <ApprovalBadge approval={approval} /> },
        {
          heading: "Decided by",
          cell: (approval) => <Decided approval={approval} names={names} ownId={ownId} />,
        },
      ]}
      empty={<p>Nothing was decided lately.</p>}
    />
  );
}

function Request({ approval, accounts }: { approval: AgentApproval; accounts: Accounts }) {
  const { agentApprovalId, agentName, agentMemberId, operation, summary } = approval;
  return (
    <>
      <a
        href={`/console/approvals/${agentApprovalId}`}
        aria-label={`${summary}, asked by ${visibleText(agentName ?? agentMemberId)}`}
      >
        <strong>{summary}</strong>
      </a>
      <ApprovalMoney approval={approval} accounts={accounts} />
      <span class="soft block">
        <code>{operation}</code>, asked by <AgentName approval={approval} />
      </span>
    </>
  );
}

function pagesOf({ data, ...read }: Read<AgentApproval[]>) {
  return { ...read, items: data, more: undefined };
}
