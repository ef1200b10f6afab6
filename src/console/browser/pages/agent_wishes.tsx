/**
 * What a person grants an agent that asks to be let in. Guarantees: nothing of the company is within reach
 * unless it is ticked; what is sent is what the page shows.
 */
import { useState } from "preact/hooks";
import { type AgentMember, useAgents, useProducts } from "../company_reads.ts";
import type { Failure } from "../outcome.ts";
import { cleanText } from "../outside_text.ts";
import { ScopeChoices } from "../parts/choices.tsx";
import { Checkbox, Form } from "../parts/form.tsx";
import type { Says } from "../parts/messages.ts";
import { Radios } from "../parts/radios.tsx";
import { usePermissions } from "../permissions.ts";
import { ownCompany } from "../session.ts";
import { AgentIdentity } from "./agent_identity.tsx";
import {
  BlueprintChoices,
  BuildChoices,
  ProductChoices,
  type ReachFaults,
  reachFaults,
} from "./agent_reach.tsx";
import { TOOL_FORMS, type ToolForm } from "./agent_words.tsx";
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
import { groupsSaying, readingOf, usualOfAgent } from "./scopes.ts";

type Wishes = {
  scopes: string[];
  /** Undefined for a new one, which has the name. */
  agent: AgentMember | undefined;
  name: string;
  companyWide: boolean;
  productIds: string[];
  /** Undefined for every Build. */
  buildIds: string[] | undefined;
  /** Those that it may read by name. */
  blueprintIds: string[];
  toolForm: ToolForm;
};
type Faults = ReachFaults & { scopes?: string };
type Chosen = { wishes: Wishes; faults: Faults; set: (changes: Partial<Wishes>) => void };

export function AgentWishes({
  device,
  active,
  company,
  decision,
}: Consent & { company: NonNullable<Consent["device"]["company"]>; decision: Decision }) {
  const agents = useAgents();
  const permissions = usePermissions();
  const [wishes, setWishes] = useState<Wishes>(() => firstWishes(device));
  const [faults, setFaults] = useState<Faults>({});
  const { failure, again, busyWith } = decision;
  const { agent, name } = wishes;
  const isOwn = agent === undefined || agent.createdByUserId === active.user.userId;
  const maySpread = isOwn || permissions.may("members:write");
  function set(changes: Partial<Wishes>): void {
    setWishes((before) => ({ ...before, ...changes }));
    const left = Object.entries(faults).filter(([field]) => !(field in changes));
    setFaults(Object.fromEntries(left));
  }
  function submit(): void {
    const { scopes } = wishes;
    const found = { ...(scopes.length === 0 && { scopes: NO_SCOPE }), ...reachFaults(wishes) };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    decision.approve(approvalOf(device, wishes, maySpread));
  }
  const chosen = { wishes, faults, set };
  return (
    <Form
      change={{ busy: busyWith === "approve", failure, again }}
      onSubmit={submit}
      button="Let it in"
      says={{ ...saysOf(failure), ...saysOfAgent(failure) }}
      beside={<Deny decision={decision} />}
    >
      {refusedWith(failure) === "mfa_verification_required" && <NeedsFactor active={active} />}
      <AgentIdentity
        agents={agents}
        agent={agent}
        onAgent={(next) => set({ agent: next, companyWide: next?.companyWide ?? false })}
        name={name}
        onName={(next) => set({ name: next })}
      />
      <MayDo {...chosen} device={device} role={ownCompany(active)?.role ?? "none"} />
      <Reaches {...chosen} companyName={company.name} maySpread={maySpread} />
      <section>
        <h2>Which Builds it uses</h2>
        <BuildChoices
          chosen={wishes.buildIds}
          onChosen={(buildIds) => set({ buildIds })}
          fault={faults.buildIds}
        />
      </section>
      <section>
        <h2>Which other blueprints it may read</h2>
        <BlueprintChoices
          chosen={wishes.blueprintIds}
          onChosen={(blueprintIds) => set({ blueprintIds })}
          fault={faults.blueprintIds}
        />
      </section>
      <section>
        <h2>How its tools are offered</h2>
        <Radios
          legend="Tools"
          name="toolForm"
          value={wishes.toolForm}
          onValue={(toolForm) => set({ toolForm })}
          options={TOOL_FORMS}
        />
      </section>
    </Form>
  );
}

function MayDo({
  device: { scopes },
  role,
  wishes,
  faults,
  set,
}: Chosen & Pick<Consent, "device"> & { role: string }) {
  const asked = scopes.map(({ scope }) => scope);
  const usual = usualOfAgent(asked);
  const isAllUsual = usual.length === asked.length;
  return (
    <section>
      <h2>What it may see and do</h2>
      <p class="hint">
        Within your role, {role}. For 30 days, until it was unused for 7, or until you end it.
        Untick what it does not need; for more than this it has to ask anew.
        {!isAllUsual && " What takes API keys away is ticked only where you tick it."}
      </p>
      <ScopeChoices
        folds
        groups={groupsSaying(scopes)}
        bundles={[
          ...(isAllUsual ? [] : [{ label: "What agents usually need", scopes: usual }]),
          { label: "All that it asks for", scopes: asked },
          { label: "Reading only", scopes: readingOf(asked) },
        ]}
        chosen={wishes.scopes}
        onChosen={(next) => set({ scopes: next })}
        fault={faults.scopes}
      />
    </section>
  );
}

function Reaches({
  companyName,
  maySpread,
  wishes: { agent, companyWide, productIds },
  faults,
  set,
}: Chosen & {
  companyName: string;
  /** Whether the person may say how far the agent as a whole reaches. */
  maySpread: boolean;
}) {
  const products = useProducts();
  const ofAgent = agent !== undefined && " It holds for the agent as a whole, whoever let it in.";
  return (
    <section>
      <h2>Which Products it reaches</h2>
      <p class="hint">
        The Products that it makes itself it always reaches; of all others only those that you tick
        here. Those that you tick by name it reaches in live too, where every call asks a person.
      </p>
      {maySpread ? (
        <Checkbox
          name="companyWide"
          checked={companyWide}
          onChecked={(next) => set({ companyWide: next })}
          label={`The sandboxes of all Products of ${companyName}`}
          hint={<>Those of Products that are made later too.{ofAgent}</>}
        />
      ) : (
        <p class="hint">
          Somebody else let this agent in first, so whether it reaches the sandboxes of all Products
          stays as it is: it {agent?.companyWide ? "does" : "does not"}.
        </p>
      )}
      <ProductChoices
        products={products}
        chosen={productIds}
        onChosen={(next) => set({ productIds: next })}
        fault={faults.productIds}
      />
    </section>
  );
}

/** A known agent that somebody has revoked meanwhile. */
function saysOfAgent(failure: Failure | undefined): Says {
  const isRevoked = failure?.kind === "refused" && failure.details["actual"] === "revoked";
  const words = "This agent was revoked meanwhile, for good. Let it in as a new one.";
  return isRevoked ? { state_conflict: words } : {};
}

/** What agents usually need of what it asks for, and none of the company's Products. */
function firstWishes({ scopes, agentName = "", toolForm = "full" }: Consent["device"]): Wishes {
  return {
    scopes: usualOfAgent(scopes.map(({ scope }) => scope)),
    agent: undefined,
    name: cleanText(agentName),
    companyWide: false,
    productIds: [],
    buildIds: undefined,
    blueprintIds: [],
    toolForm,
  };
}

function approvalOf(device: Consent["device"], wishes: Wishes, maySpread: boolean): Approval {
  const { agent, name, companyWide, productIds, buildIds = [], blueprintIds, toolForm } = wishes;
  const asked = device.scopes.map(({ scope }) => scope);
  return {
    scopes: asked.filter((scope) => wishes.scopes.includes(scope)),
    ...(agent === undefined ? { agentName: name } : { agentMemberId: agent.agentMemberId }),
    ...(maySpread && { companyWide }),
    productIds,
    buildIds,
    blueprintIds,
    toolForm,
  };
}
