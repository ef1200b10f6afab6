/** One request of an agent, by its id: to be decided, or what became of it. Opening the page decides nothing. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../api.ts";
import { useMemberNames } from "../company_reads.ts";
import { useInboxChanges } from "../inbox.ts";
import { outcome } from "../outcome.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { useRepeated } from "../repeat.ts";
import { usePageLocation } from "../router.ts";
import { useSession } from "../session.ts";
import { useAccounts } from "./approval_accounts.tsx";
import { ApprovalAsked } from "./approval_asked.tsx";
import { ApprovalDecision } from "./approval_decision.tsx";
import { ApprovalOver, titleOf } from "./approval_over.tsx";
import { ApprovalPreview } from "./approval_preview.tsx";
import { type AgentApproval, AgentName, ProductOf } from "./approval_words.tsx";

const TITLE = "A request of an agent";
const ID = /^apr_[0-9A-Z]{1,64}$/;

export function Approval() {
  const { path } = usePageLocation();
  const id = path.slice(path.lastIndexOf("/") + 1);
  return ID.test(id) ? <Known id={id} /> : <Unknown />;
}

function Known({ id }: { id: string }) {
  const session = useSession();
  const people = useMemberNames();
  const read = useRead(() => {
    const params = { path: { agentApprovalId: id } };
    return outcome(api.GET("/agent-approvals/{agentApprovalId}", { params }));
  }, [id]);
  const { data: approval, failure, busy, reload } = read;
  const status = approval?.status;
  useInboxChanges(
    reload,
    approval === undefined ? failure === undefined : status === "pending" || status === "approved",
  );
  // What came of it is on the shard of the Product, of which no stream of the company tells.
  useRepeated(reload, approval !== undefined && mayFollow(approval));
  const accounts = useAccounts(approval === undefined ? [] : [approval], { withBalances: true });
  const [before, setBefore] = useState(status);
  useEffect(() => {
    // What the person was reading is something else now.
    if (before !== undefined && before !== status) focusHeading();
    setBefore(status);
  }, [status]);
  if (session.kind !== "active") return null;
  if (failure?.kind === "refused" && failure.code === "resource_not_found") return <Unknown />;
  if (approval === undefined) {
    return (
      <Page title={TITLE}>
        <Waiting failure={failure} again={reload} />
      </Page>
    );
  }
  const shared = { approval, names: people.data, ownId: session.user.userId };
  return (
    <Page
      title={titleOf(approval)}
      lead={
        <>
          The agent{" "}
          <strong>
            “<AgentName approval={approval} />”
          </strong>{" "}
          asks to act in {approval.environment}, for <ProductOf approval={approval} />.
        </>
      }
    >
      {failure !== undefined && <FailureBanner failure={failure} again={reload} busy={busy} />}
      <ApprovalOver {...shared} />
      <ApprovalAsked {...shared} accounts={accounts} />
      {status === "pending" && <ApprovalPreview approval={approval} accounts={accounts} />}
      {status === "pending" && <ApprovalDecision {...shared} reload={reload} />}
      <p>
        <a href="/console/approvals">All approvals</a>
      </p>
    </Page>
  );
}

/** The operation of one that was let through may follow it. */
function mayFollow({ status, isWrite, consumedOperationId }: AgentApproval): boolean {
  return status === "consumed" && isWrite && consumedOperationId === undefined;
}

function Unknown() {
  return (
    <Page title="No such request">
      <Banner kind="bad">
        <p>
          The company has no request with this id. It may be of another company of yours: choose
          that one in the navigation.
        </p>
      </Banner>
      <p>
        <a href="/console/approvals">All approvals</a>
      </p>
    </Page>
  );
}
