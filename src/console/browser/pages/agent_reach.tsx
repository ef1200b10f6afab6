/** How far an agent reaches: Products by name, Builds, and blueprints that it may read. */
import { useId, useState } from "preact/hooks";
import { api } from "../api.ts";
import type { Product } from "../company_reads.ts";
import { type Outcome, outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { type Pick, PickList } from "../parts/pick_list.tsx";
import { Radios } from "../parts/radios.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Read, useRead } from "../read.ts";
import { spaced } from "../words.ts";

/** The most of each that a grant names. */
const PRODUCTS_MAX = 20;
const BUILDS_MAX = 100;
const BLUEPRINTS_MAX = 100;
/** Builds, and blueprints, that are shown at once; the others are found. */
const SHOWN = 20;

/** The faults of the choice, each a sentence; each absent where there is none. */
export type ReachFaults = { productIds?: string; buildIds?: string; blueprintIds?: string };

/** `buildIds`: undefined for every Build. */
export function reachFaults({
  productIds,
  buildIds,
  blueprintIds,
}: {
  productIds: readonly string[];
  buildIds: readonly string[] | undefined;
  blueprintIds: readonly string[];
}): ReachFaults {
  return {
    ...(productIds.length > PRODUCTS_MAX && {
      productIds: `Choose at most ${PRODUCTS_MAX} Products.`,
    }),
    ...(buildIds?.length === 0 && { buildIds: "Choose at least one Build, or every Build." }),
    ...((buildIds?.length ?? 0) > BUILDS_MAX && {
      buildIds: `Choose at most ${BUILDS_MAX} Builds.`,
    }),
    ...(blueprintIds.length > BLUEPRINTS_MAX && {
      blueprintIds: `Choose at most ${BLUEPRINTS_MAX} blueprints.`,
    }),
  };
}

/** The Products to tick, each by its name. `fault`: what is wrong with the choice. */
export function ProductChoices({
  products,
  chosen,
  onChosen,
  fault,
}: {
  products: Read<Product[]>;
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  fault: string | undefined;
}) {
  const { data, failure, reload } = products;
  if (data === undefined) return <Waiting failure={failure} again={reload} />;
  // A Product that has closed cannot be added, only taken away.
  const open = data.filter(
    ({ status, productId }) => status !== "closed" || chosen.includes(productId),
  );
  if (open.length === 0) return <p class="hint">The company has no Products yet.</p>;
  return (
    <PickList
      legend="Products by name"
      items={open.map(pickOfProduct)}
      chosen={chosen}
      onChosen={onChosen}
      fault={fault}
    />
  );
}

/** A Product as a row to tick, with its id and, where it is not active, its status. */
export function pickOfProduct({ productId, name, status }: Product): Pick {
  return {
    id: productId,
    name,
    hint: (
      <>
        <code>{productId}</code>
        {status !== "active" && `, ${status}`}
      </>
    ),
  };
}

export function BuildChoices({
  chosen,
  onChosen,
  fault,
}: {
  /** Undefined for every Build. */
  chosen: readonly string[] | undefined;
  onChosen: (ids: string[] | undefined) => void;
  fault: string | undefined;
}) {
  return (
    <>
      <Radios
        legend="Builds"
        name="builds"
        value={chosen === undefined ? "every" : "some"}
        onValue={(value) => onChosen(value === "every" ? undefined : [])}
        options={[
          {
            value: "every",
            label: "Every Build within its reach",
            hint: "Those that it makes, and those of Products within its reach; all of the company where the agent is for the whole company.",
          },
          {
            value: "some",
            label: "Only those that I choose",
            hint: "The agent then uses no other Build, its own neither, and reaches a Product only while that runs one of these.",
          },
        ]}
      />
      {chosen !== undefined && <BuildPicks chosen={chosen} onChosen={onChosen} fault={fault} />}
    </>
  );
}

/** Things of the company that were found: of a long list the newest, and whatever is looked for. */
type Found = { items: { id: string; name: string }[]; nextCursor?: string | null | undefined };

async function findBuilds(search: Searched): Promise<Outcome<Found>> {
  const found = await outcome(api.GET("/builds", { params: { query: search } }));
  if (!found.ok) return found;
  const items = found.data.items.map(({ buildId: id, name }) => ({ id, name }));
  return { ok: true, data: { ...found.data, items } };
}

async function findBlueprints(search: Searched): Promise<Outcome<Found>> {
  const found = await outcome(api.GET("/blueprints", { params: { query: search } }));
  if (!found.ok) return found;
  const items = found.data.items.map(({ blueprintId: id, name }) => ({ id, name }));
  return { ok: true, data: { ...found.data, items } };
}

type Searched = { limit: number; search?: string };
type Chosen = {
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  fault: string | undefined;
};

function BuildPicks(props: Chosen) {
  return <FoundPicks {...props} noun="Build" load={findBuilds} />;
}

/** The blueprints that an agent may read by name, beside what it makes and what its Products run. */
export function BlueprintChoices(props: Chosen) {
  return (
    <>
      <p class="hint">
        It reads and changes what it makes itself, and the blueprints of Products within its reach.
        Others it only reads, and only where you choose them.
      </p>
      <FoundPicks {...props} noun="blueprint" load={findBlueprints} />
    </>
  );
}

function FoundPicks({
  noun,
  load,
  chosen,
  onChosen,
  fault,
}: Chosen & { noun: string; load: (search: Searched) => Promise<Outcome<Found>> }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [known, setKnown] = useState<Found["items"]>([]);
  const found = useRead(() => load({ limit: SHOWN, ...(search !== "" && { search }) }), [search]);
  const { data, failure, reload } = found;
  const shown = data?.items ?? [];
  // What was chosen stays shown when others are looked for.
  const kept = known.filter(
    (each) => chosen.includes(each.id) && !shown.some((one) => one.id === each.id),
  );
  const all = [...kept, ...shown];
  function choose(ids: string[]): void {
    setKnown(all);
    onChosen(ids);
  }
  const find = () => setSearch(typed.trim());
  return (
    <div class="choices">
      <div class="field">
        <div class="label">
          <label for={id}>Find a {noun} by name or id</label>
        </div>
        <div class="row">
          <input
            id={id}
            type="search"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              find();
            }}
          />
          <Button onClick={find}>Find</Button>
        </div>
      </div>
      {data === undefined ? (
        <Waiting failure={failure} again={reload} />
      ) : (
        <PickList
          legend={
            data.nextCursor ? `The newest ${SHOWN} that were found` : `${spaced(noun)}s found`
          }
          items={all.map((one) => ({ ...one, hint: <code>{one.id}</code> }))}
          chosen={chosen}
          onChosen={choose}
          fault={fault}
        />
      )}
    </div>
  );
}
