/**
 * The dialog that takes from a grant: scopes, Products, Builds. Whoever gave it may name further Products too;
 * for all else that is more, the agent asks anew.
 */
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { AgentGrant, AgentMember, Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Button } from "../parts/button.tsx";
import { ScopeChoices } from "../parts/choices.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/form.tsx";
import { PickList } from "../parts/pick_list.tsx";
import type { Read } from "../read.ts";
import {
  BlueprintChoices,
  BuildChoices,
  ProductChoices,
  pickOfProduct,
  type ReachFaults,
  reachFaults,
} from "./agent_reach.tsx";
import { groupsOf } from "./scopes.ts";

type Change = components["schemas"]["AgentGrantChange"];
type Faults = ReachFaults & { scopes?: string };

const SAYS = {
  state_conflict:
    "The grant has ended, or somebody else has changed it meanwhile. Close this and look again.",
  missing_required_permission:
    "Somebody else gave this grant, and your role does not allow you to change it.",
};
const NO_SCOPE = "Leave at least one, or end the grant.";
const NO_BUILD = "Leave at least one Build, or end the grant.";

type Left = {
  scopes: string[];
  productIds: string[];
  /** Undefined for every Build. */
  buildIds: string[] | undefined;
  blueprintIds: string[];
};
type About = {
  agent: AgentMember;
  grant: AgentGrant;
  /** Whether the person gave the grant. */
  isDelegator: boolean;
  products: Read<Product[]>;
};

export function NarrowGrant({
  done,
  onClose,
  ...about
}: About & { done: (text: string) => void; onClose: () => void }) {
  const { agent, grant } = about;
  const { agentGrantId, scopes, productIds, buildIds, blueprintIds = [], revision } = grant;
  const named = buildIds.length > 0;
  const [left, setLeft] = useState<Left>({
    scopes,
    productIds,
    buildIds: named ? buildIds : undefined,
    blueprintIds,
  });
  const [faults, setFaults] = useState<Faults>({});
  const name = visibleText(agent.name);
  const change = useChange(
    (body: Change, key) => {
      const params = { path: { agentGrantId } };
      return outcome(
        api.PATCH("/agent-grants/{agentGrantId}", { params, body, headers: keyed(key) }),
      );
    },
    () => done(`The grant of ${name} is changed.`),
  );
  function set(changes: Partial<Left>): void {
    setLeft((before) => ({ ...before, ...changes }));
    const rest = Object.entries(faults).filter(([field]) => !(field in changes));
    setFaults(Object.fromEntries(rest));
  }
  function submit(): void {
    const found = {
      ...(left.scopes.length === 0 && { scopes: NO_SCOPE }),
      ...reachFaults(left),
      ...(named && left.buildIds?.length === 0 && { buildIds: NO_BUILD }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void change.submit({
      scopes: scopes.filter((scope) => left.scopes.includes(scope)),
      productIds: left.productIds,
      buildIds: left.buildIds ?? [],
      blueprintIds: left.blueprintIds,
      expectedRevision: revision,
    });
  }
  return (
    <Dialog title={`What ${name} may do`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={submit}
        button="Save"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p class="hint">
          It holds for the agent's next request. What is taken away here the agent gets back only by
          asking to be let in again.
        </p>
        <Choices {...about} left={left} faults={faults} set={set} />
      </Form>
    </Dialog>
  );
}

function Choices({
  grant,
  isDelegator,
  products,
  left,
  faults,
  set,
}: About & { left: Left; faults: Faults; set: (changes: Partial<Left>) => void }) {
  const onProducts = (productIds: string[]) => set({ productIds });
  const onBuilds = (buildIds: string[] | undefined) => set({ buildIds });
  const onBlueprints = (blueprintIds: string[]) => set({ blueprintIds });
  const { blueprintIds: named = [] } = grant;
  return (
    <>
      <ScopeChoices
        groups={groupsOf(grant.scopes, { isAgent: true })}
        chosen={left.scopes}
        onChosen={(scopes) => set({ scopes })}
        fault={faults.scopes}
      />
      {isDelegator ? (
        <ProductChoices
          products={products}
          chosen={left.productIds}
          onChosen={onProducts}
          fault={faults.productIds}
        />
      ) : (
        <NamedProducts
          grant={grant}
          products={products}
          chosen={left.productIds}
          onChosen={onProducts}
        />
      )}
      {grant.buildIds.length > 0 ? (
        <PickList
          legend="Builds"
          items={grant.buildIds.map((id) => ({ id, name: id }))}
          chosen={left.buildIds ?? []}
          onChosen={onBuilds}
          fault={faults.buildIds}
        />
      ) : (
        <section>
          <h3>Builds</h3>
          <BuildChoices chosen={left.buildIds} onChosen={onBuilds} fault={faults.buildIds} />
        </section>
      )}
      {isDelegator ? (
        <section>
          <h3>Blueprints for reading</h3>
          <BlueprintChoices
            chosen={left.blueprintIds}
            onChosen={onBlueprints}
            fault={faults.blueprintIds}
          />
        </section>
      ) : (
        named.length > 0 && (
          <PickList
            legend="Blueprints for reading"
            items={named.map((id) => ({ id, name: id }))}
            chosen={left.blueprintIds}
            onChosen={onBlueprints}
            fault={faults.blueprintIds}
          />
        )
      )}
    </>
  );
}

/** For somebody else than who gave the grant: nothing can be added. */
function NamedProducts({
  grant,
  products,
  chosen,
  onChosen,
}: {
  grant: AgentGrant;
  products: Read<Product[]>;
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
}) {
  if (grant.productIds.length === 0) {
    return <p class="hint">It names none. Only who gave the grant may name some.</p>;
  }
  const known = products.data ?? [];
  const items = grant.productIds.map((id) => {
    const product = known.find(({ productId }) => productId === id);
    return product === undefined ? { id, name: id } : pickOfProduct(product);
  });
  return <PickList legend="Products by name" items={items} chosen={chosen} onChosen={onChosen} />;
}
