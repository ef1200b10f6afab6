/** How far an agent reaches: Products by name, and Builds. */
import { useId, useState } from "preact/hooks";
import { api, type components } from "../api.ts";
import type { Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { type Pick, PickList } from "../parts/pick_list.tsx";
import { Radios } from "../parts/radios.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Read, useRead } from "../read.ts";

type Build = components["schemas"]["BuildSummary"];

/** The most of each that a grant names. */
const PRODUCTS_MAX = 20;
const BUILDS_MAX = 100;
/** Builds that are shown at once; the others are found. */
const BUILDS_SHOWN = 20;

/** What is wrong with the choice; undefined where nothing is. */
export type ReachFaults = { productIds?: string; buildIds?: string };

/** `buildIds`: undefined for every Build. */
export function reachFaults({
  productIds,
  buildIds,
}: {
  productIds: readonly string[];
  buildIds: readonly string[] | undefined;
}): ReachFaults {
  return {
    ...(productIds.length > PRODUCTS_MAX && {
      productIds: `Choose at most ${PRODUCTS_MAX} Products.`,
    }),
    ...(buildIds?.length === 0 && { buildIds: "Choose at least one Build, or every Build." }),
    ...((buildIds?.length ?? 0) > BUILDS_MAX && {
      buildIds: `Choose at most ${BUILDS_MAX} Builds.`,
    }),
  };
}

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
            label: "Every Build, those made later too",
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

function BuildPicks({
  chosen,
  onChosen,
  fault,
}: {
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  fault: string | undefined;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [known, setKnown] = useState<readonly Build[]>([]);
  const found = useRead(() => {
    const query = { limit: BUILDS_SHOWN, ...(search !== "" && { search }) };
    return outcome(api.GET("/builds", { params: { query } }));
  }, [search]);
  const { data, failure, reload } = found;
  const shown = data?.items ?? [];
  // A Build that was chosen stays shown when others are looked for.
  const kept = known.filter(
    ({ buildId }) => chosen.includes(buildId) && !shown.some((one) => one.buildId === buildId),
  );
  const builds = [...kept, ...shown];
  function choose(ids: string[]): void {
    setKnown(builds);
    onChosen(ids);
  }
  const find = () => setSearch(typed.trim());
  return (
    <div class="choices">
      <div class="field">
        <div class="label">
          <label for={id}>Find a Build by name or id</label>
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
          legend={data.nextCursor ? `The newest ${BUILDS_SHOWN} that were found` : "Builds found"}
          items={builds.map(({ buildId, name }) => ({
            id: buildId,
            name,
            hint: <code>{buildId}</code>,
          }))}
          chosen={chosen}
          onChosen={choose}
          fault={fault}
        />
      )}
    </div>
  );
}
