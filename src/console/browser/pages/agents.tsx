/** The agents of the company, what each was granted and by whom; to narrow that, and to shut agents out. */
import { useEffect, useState } from "preact/hooks";
import {
  type AgentGrant,
  type AgentMember,
  type Product,
  useAgents,
  useGrants,
  useMemberNames,
  useProducts,
} from "../company_reads.ts";
import { CONNECT_AGENT } from "../navigation.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { usePermissions } from "../permissions.ts";
import type { Read } from "../read.ts";
import { ownCompany, useSession } from "../session.ts";
import { AgentCard, type Intent } from "./agent_card.tsx";
import { ChangeReach, RenameAgent, RevokeAgent } from "./agent_dialogs.tsx";
import { RevokedAgents } from "./agents_revoked.tsx";
import { NarrowGrant } from "./grant_narrow.tsx";
import { RevokeGrant } from "./grant_revoke.tsx";

export function Agents() {
  const session = useSession();
  const permissions = usePermissions();
  const agents = useAgents();
  const grants = useGrants();
  const products = useProducts();
  const people = useMemberNames();
  const [intent, setIntent] = useState<Intent>();
  const [notice, setNotice] = useState("");
  // The button that began it may be gone.
  useEffect(() => {
    if (notice !== "") focusHeading();
  }, [notice]);
  if (session.kind !== "active") return null;
  const company = ownCompany(session);
  const ownId = session.user.userId;
  const manages = permissions.may("members:write");
  const onClose = () => setIntent(undefined);
  const done = (text: string) => {
    onClose();
    setNotice(text);
    agents.reload();
    grants.reload();
  };
  const failure = agents.failure ?? grants.failure;
  const reload = () => {
    agents.reload();
    grants.reload();
  };
  const isThere = agents.data !== undefined && grants.data !== undefined;
  return (
    <Page
      title="Agents"
      lead={`Programs that decide by themselves what to do next, let in to ${company?.name ?? "your company"} by its members. What is changed here holds for an agent's next request.`}
      actions={
        <a class="button plain" href={CONNECT_AGENT}>
          Connect an agent
        </a>
      }
    >
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      {!isThere && <Waiting failure={failure} again={reload} />}
      {isThere && failure !== undefined && <FailureBanner failure={failure} again={reload} />}
      {agents.data?.length === 0 && isThere && <NoAgents />}
      {isThere &&
        agents.data?.map((agent) => (
          <AgentCard
            key={agent.agentMemberId}
            agent={agent}
            grants={grants.data?.filter(isOf(agent)) ?? []}
            products={products.data}
            people={people.data}
            mayChange={(userId) => manages || userId === ownId}
            ownId={ownId}
            onIntent={(next) => {
              setNotice("");
              setIntent(next);
            }}
          />
        ))}
      {isThere && permissions.roles !== undefined && !manages && (
        <p class="hint">
          Your role, <strong>{permissions.role ?? "none"}</strong>, lets you change what you have
          let in yourself. An owner or an admin can change the rest.
        </p>
      )}
      {isThere && <RevokedAgents key={notice} people={people.data} />}
      {intent !== undefined && (
        <Dialogs
          intent={intent}
          grants={grants.data ?? []}
          products={products}
          ownId={ownId}
          done={done}
          onClose={onClose}
        />
      )}
    </Page>
  );
}

function Dialogs({
  intent,
  grants,
  products,
  ownId,
  done,
  onClose,
}: {
  intent: Intent;
  grants: readonly AgentGrant[];
  products: Read<Product[]>;
  ownId: string;
  /** Called with what has become of it, in a sentence. */
  done: (text: string) => void;
  onClose: () => void;
}) {
  const { agent } = intent;
  const shared = { agent, done, onClose };
  switch (intent.what) {
    case "rename":
      return <RenameAgent {...shared} />;
    case "reach":
      return <ChangeReach {...shared} />;
    case "revoke":
      return <RevokeAgent {...shared} grants={grants.filter(isOf(agent))} />;
    case "narrow": {
      const { grant } = intent;
      const isDelegator = grant.delegatorUserId === ownId;
      return (
        <NarrowGrant {...shared} grant={grant} isDelegator={isDelegator} products={products} />
      );
    }
    case "end":
      return <RevokeGrant {...shared} grant={intent.grant} />;
  }
}

function NoAgents() {
  return (
    <div class="empty">
      <p>
        <strong>No agents</strong>
      </p>
      <p>
        Programs that you let in are shown here. <a href={CONNECT_AGENT}>Connect an agent</a> has
        the address and the settings for the usual hosts, such as Claude, Cursor, VS Code or Codex.
      </p>
    </div>
  );
}

function isOf({ agentMemberId }: AgentMember): (grant: AgentGrant) => boolean {
  return (grant) => grant.agentMemberId === agentMemberId;
}
