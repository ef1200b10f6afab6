/**
 * An agent asks for more than the same person has granted the same program: only what is new is to be decided, and
 * all else stays as it is. Guarantees: what is sent is what the page shows; who wants to decide about everything can.
 */
import { useState } from "preact/hooks";
import {
  type AgentGrant,
  type AgentMember,
  type Product,
  useAgents,
  useGrants,
  useProducts,
} from "../company_reads.ts";
import { Button } from "../parts/button.tsx";
import { ScopeChoices } from "../parts/choices.tsx";
import { Form } from "../parts/form.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { ownCompany } from "../session.ts";
import { AgentWishes } from "./agent_wishes.tsx";
import {
  type Approval,
  type Consent,
  type Decision,
  Deny,
  NeedsFactor,
  NO_SCOPE,
  refusedWith,
  saysOf,
} from "./consent_parts.tsx";
import { groupsSaying, usualOfAgent } from "./scopes.ts";

type Device = Consent["device"];
type Wished = Consent & { company: NonNullable<Device["company"]>; decision: Decision };
/** What the person has granted the program before. */
type Standing = { grant: AgentGrant; agent: AgentMember; products: readonly Product[] };

/** For a program that the browser goes back to. Where nothing stands, everything is to be decided. */
export function AgentMore(wished: Wished) {
  const { device, active } = wished;
  const [isAnew, setIsAnew] = useState(false);
  const [grants, agents, products] = [useGrants(), useAgents(), useProducts()];
  const read = [grants, agents, products];
  const failure = read.flatMap((one) => one.failure ?? [])[0];
  const isKnown = read.every(({ data }) => data !== undefined);
  if (isAnew || failure !== undefined) return <AgentWishes {...wished} />;
  if (!isKnown) return <Waiting />;
  const grant = grants.data?.find(
    ({ clientId, audience, delegatorUserId }) =>
      clientId === device.clientId &&
      audience === device.resource &&
      delegatorUserId === active.user.userId,
  );
  const agent = agents.data?.find(({ agentMemberId }) => agentMemberId === grant?.agentMemberId);
  if (grant === undefined || agent === undefined) return <AgentWishes {...wished} />;
  const standing = { grant, agent, products: products.data ?? [] };
  return <MoreForm {...wished} {...standing} onAnew={() => setIsAnew(true)} />;
}

function MoreForm(props: Wished & Standing & { onAnew: () => void }) {
  const { device, active, decision, grant, agent, products, onAnew } = props;
  const has = (scope: string) => grant.scopes.includes(scope);
  const fresh = device.scopes.filter(({ scope }) => !has(scope));
  const kept = device.scopes.filter(({ scope }) => has(scope));
  const [chosen, setChosen] = useState(() => usualOfAgent(fresh.map(({ scope }) => scope)));
  const [fault, setFault] = useState<string>();
  const { failure, again, busyWith } = decision;
  function submit(): void {
    const isNothing = kept.length + chosen.length === 0;
    setFault(isNothing ? NO_SCOPE : undefined);
    if (!isNothing) decision.approve(approvalOf(device, chosen, { grant, agent, products }));
  }
  return (
    <Form
      change={{ busy: busyWith === "approve", failure, again }}
      onSubmit={submit}
      button="Let it in"
      says={saysOf(failure)}
      beside={<Deny decision={decision} />}
    >
      {refusedWith(failure) === "mfa_verification_required" && <NeedsFactor active={active} />}
      <section>
        <h2>What is new</h2>
        <p class="hint">
          You have let this program in already, as{" "}
          <strong>
            <OutsideText text={agent.name} />
          </strong>
          .{" "}
          {fresh.length === 0
            ? "It asks for nothing that you have not granted it."
            : `It asks for this too, within your role, ${ownCompany(active)?.role ?? "none"}.`}
        </p>
        {fresh.length > 0 && (
          <ScopeChoices
            folds
            groups={groupsSaying(fresh)}
            chosen={chosen}
            onChosen={setChosen}
            fault={fault}
          />
        )}
      </section>
      <Stays kept={kept} grant={grant} agent={agent} onAnew={onAnew} />
    </Form>
  );
}

/** What is granted again as it was. */
function Stays({
  kept,
  grant: { productIds, buildIds, blueprintIds = [] },
  agent: { companyWide },
  onAnew,
}: Pick<Standing, "grant" | "agent"> & { kept: Device["scopes"]; onAnew: () => void }) {
  const reach = [
    companyWide ? "the sandboxes of all Products" : "the Products that it makes itself",
    ...(productIds.length === 0 ? [] : [`${counted(productIds.length, "Product")} by name`]),
    ...(blueprintIds.length === 0 ? [] : [`${counted(blueprintIds.length, "blueprint")} by name`]),
  ];
  return (
    <section>
      <h2>What stays as it is</h2>
      <p class="hint">
        It reaches {reach.join(", ")}; and{" "}
        {buildIds.length === 0 ? "every Build within reach" : counted(buildIds.length, "Build")}.
        For 30 days from now, until it was unused for 7, or until you end it.
      </p>
      {kept.length > 0 && (
        <details>
          <summary>What it may do already: {kept.length}</summary>
          <ul class="points">
            {kept.map(({ scope, says }) => (
              <li key={scope}>
                {says} <code>{scope}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <Button onClick={onAnew}>Decide about everything anew</Button>
      </div>
    </section>
  );
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** What stands, and what was chosen of what is new. A Product that has closed meanwhile is left out. */
function approvalOf(
  { scopes }: Device,
  chosen: readonly string[],
  { grant, agent, products }: Standing,
): Approval {
  const isOpen = (id: string) =>
    products.some(({ productId, status }) => productId === id && status !== "closed");
  return {
    scopes: scopes
      .map(({ scope }) => scope)
      .filter((scope) => grant.scopes.includes(scope) || chosen.includes(scope)),
    agentMemberId: agent.agentMemberId,
    productIds: grant.productIds.filter(isOpen),
    buildIds: grant.buildIds,
    blueprintIds: grant.blueprintIds ?? [],
    toolForm: grant.toolForm,
  };
}
