/** One agent: what it is called, how far it reaches, and what each person lets it do. */
import type { AgentGrant, AgentMember, Product } from "../company_reads.ts";
import { visibleText } from "../outside_text.ts";
import { Button } from "../parts/button.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";
import type { Pages } from "../read.ts";
import { counted } from "../words.ts";
import { groupsOf } from "./scopes.ts";

type People = ReadonlyMap<string, string> | undefined;
type Names = { people: People; ownId: string };

/** What a person is about to do. */
export type Intent =
  | { what: "rename" | "reach" | "revoke"; agent: AgentMember }
  | { what: "narrow" | "end"; agent: AgentMember; grant: AgentGrant };

export function AgentCard({
  agent,
  grants,
  products,
  people,
  mayChange,
  ownId,
  onIntent,
}: {
  agent: AgentMember;
  /** Those in force. */
  grants: AgentGrant[];
  /** Undefined while they are not known. */
  products: readonly Product[] | undefined;
  people: People;
  /** Whether the person may change what this person has let in. */
  mayChange: (userId: string) => boolean;
  ownId: string;
  onIntent: (intent: Intent) => void;
}) {
  const name = visibleText(agent.name);
  const names = { people, ownId };
  const isOpen = mayChange(agent.createdByUserId);
  return (
    <section class="panel" aria-label={`Agent ${name}`}>
      <header class="heading">
        <div class="who">
          <h2>
            <OutsideText text={agent.name} />
          </h2>
          <p class="badges">
            {agent.companyWide && <Badge>sandboxes of all Products</Badge>}
            <code>{agent.agentMemberId}</code>
          </p>
        </div>
        {isOpen && (
          <div class="actions">
            <Button
              kind="quiet"
              label={`Rename ${name}`}
              onClick={() => onIntent({ what: "rename", agent })}
            >
              Rename
            </Button>
            <Button
              kind="quiet"
              label={`Reach of ${name}`}
              onClick={() => onIntent({ what: "reach", agent })}
            >
              Reach
            </Button>
            <Button
              kind="danger"
              label={`Revoke the agent ${name}`}
              onClick={() => onIntent({ what: "revoke", agent })}
            >
              Revoke
            </Button>
          </div>
        )}
      </header>
      <OutsideTextWarning what="This name" text={agent.name} />
      <p class="small">
        Let in first by {personOf(agent.createdByUserId, names)} on <Time at={agent.createdAt} />.{" "}
        <Made agent={agent} products={products} />
      </p>
      <Grants
        agent={agent}
        grants={grants}
        products={products}
        names={names}
        mayChange={mayChange}
        onIntent={onIntent}
      />
    </section>
  );
}

function Grants({
  agent,
  grants,
  products,
  names,
  mayChange,
  onIntent,
}: Pick<
  Parameters<typeof AgentCard>[0],
  "agent" | "grants" | "products" | "mayChange" | "onIntent"
> & { names: Names }) {
  const actions = (grant: AgentGrant) => {
    const named = `${visibleText(agent.name)}, let in by ${personOf(grant.delegatorUserId, names)}`;
    return (
      mayChange(grant.delegatorUserId) && (
        <div class="actions">
          <Button
            kind="quiet"
            label={`Narrow what ${named} may do`}
            onClick={() => onIntent({ what: "narrow", agent, grant })}
          >
            Narrow
          </Button>
          <Button
            kind="danger"
            label={`End the grant of ${named}`}
            onClick={() => onIntent({ what: "end", agent, grant })}
          >
            End
          </Button>
        </div>
      )
    );
  };
  return (
    <Listing
      pages={wholeList(grants)}
      label={`Grants of ${visibleText(agent.name)}`}
      keyOf={({ agentGrantId }) => agentGrantId}
      columns={[
        { heading: "Let in by", cell: (grant) => <By grant={grant} names={names} /> },
        {
          heading: "What it may do",
          cell: (grant) => <Allowed grant={grant} products={products} />,
        },
        {
          heading: "Last used",
          cell: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? "not yet" : <Time at={lastUsedAt} />,
        },
        { heading: "Ends", cell: (grant) => <End grant={grant} /> },
        { heading: "", cell: actions },
      ]}
      empty={<p>No grant of it is in force: it can do nothing until somebody lets it in again.</p>}
    />
  );
}

function By({ grant, names }: { grant: AgentGrant; names: Names }) {
  const { delegatorUserId, clientId, createdAt } = grant;
  const person = personOf(delegatorUserId, names);
  return (
    <div class="who">
      <strong>{person.charAt(0).toUpperCase() + person.slice(1)}</strong>
      <p class="small">
        by the program <OutsideText text={clientId} />, <Time at={createdAt} />
      </p>
    </div>
  );
}

function Made({
  agent: { products: made },
  products,
}: {
  agent: AgentMember;
  products: readonly Product[] | undefined;
}) {
  if (made.length === 0) return <>It has made no Products.</>;
  return (
    <>
      It has made <Named ids={made} products={products} />.
    </>
  );
}

/** The things that a grant allows: in a line each, the scopes behind it. */
function Allowed({
  grant: { scopes, productIds, buildIds, blueprintIds = [], toolForm },
  products,
}: {
  grant: AgentGrant;
  products: readonly Product[] | undefined;
}) {
  const writes = scopes.filter((scope) => !scope.endsWith(":read")).length;
  return (
    <div class="who">
      <details>
        <summary>
          {counted(scopes.length, "scope")}, {writes === 0 ? "reading only" : `${writes} to change`}
        </summary>
        <ul class="points small">
          {groupsOf(scopes, { isAgent: true }).flatMap(({ choices }) =>
            choices.map(({ scope, says }) => <li key={scope}>{says}</li>),
          )}
        </ul>
      </details>
      <p class="small">
        {productIds.length === 0 ? (
          "No Products by name"
        ) : (
          <>
            By name <Named ids={productIds} products={products} />
          </>
        )}
      </p>
      {buildIds.length > 0 && <p class="small">Only {counted(buildIds.length, "Build")}</p>}
      {blueprintIds.length > 0 && (
        <p class="small">Reads {counted(blueprintIds.length, "blueprint")} by name</p>
      )}
      {toolForm === "compact" && <p class="small">Three tools for all operations</p>}
    </div>
  );
}

function Named({
  ids,
  products,
}: {
  ids: readonly string[];
  products: readonly Product[] | undefined;
}) {
  return (
    <>
      {ids.map((id, at) => {
        const name = products?.find(({ productId }) => productId === id)?.name;
        return (
          <span key={id}>
            {at > 0 && ", "}
            {name === undefined ? <code>{id}</code> : <OutsideText text={name} />}
          </span>
        );
      })}
    </>
  );
}

function End({ grant: { expiresAt, idleExpiresAt } }: { grant: AgentGrant }) {
  return (
    <>
      <Time at={expiresAt} />
      <p class="small">
        {idleExpiresAt === undefined ? (
          "unless it fetches its tokens before"
        ) : (
          <>
            <Time at={idleExpiresAt} /> if unused
          </>
        )}
      </p>
    </>
  );
}

function personOf(userId: string, { people, ownId }: Names): string {
  if (userId === ownId) return "you";
  if (people === undefined) return userId;
  return people.get(userId) ?? "a former member";
}

/** A list that is there as a whole. */
function wholeList<T>(items: T[]): Pages<T> {
  return { items, failure: undefined, busy: false, reload: () => {}, more: undefined };
}
