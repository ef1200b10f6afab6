/** API keys of one Product in one environment, which are chosen here. */
import { useState } from "preact/hooks";
import { api } from "../api.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Select } from "../parts/form.tsx";
import { OutsideTextWarning } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Environment, type Permissions, usePermissions } from "../permissions.ts";
import { useRead } from "../read.ts";
import { currentPlace, keepInAddress } from "../router.ts";
import { KeyList } from "./keys_list.tsx";
import type { Product } from "./products.tsx";

/** The most Products to choose from here; others are reached from the page of Products. */
const PRODUCTS_READ = 100;
/** Whose keys are shown; the value is the filter of the list, "" for none. */
const MAKERS = [
  ["", "everybody"],
  ["removed", "former members"],
] as const;
export type Makers = (typeof MAKERS)[number][0];
const ENVIRONMENTS = [
  ["sandbox", "Sandbox"],
  ["live", "Live"],
] as const;

export function Keys() {
  const permissions = usePermissions();
  const [makers, setMakers] = useState<Makers>("");
  const [asked, setAsked] = useState(() => {
    const { query } = currentPlace();
    const environment: Environment = query.get("environment") === "live" ? "live" : "sandbox";
    return { productId: query.get("product") ?? "", environment };
  });
  const query = { limit: PRODUCTS_READ };
  const products = useRead(() => outcome(api.GET("/products", { params: { query } })));
  const { items } = products.data ?? {};
  const product = items?.find(({ productId }) => productId === asked.productId) ?? items?.[0];
  const choose = (change: Partial<typeof asked>) => {
    const next = { ...asked, productId: product?.productId ?? "", ...change };
    setAsked(next);
    keepInAddress({ product: next.productId, environment: next.environment });
  };
  return (
    <Page title="API keys" lead="A key acts for one Product in one environment.">
      {items === undefined && <Waiting failure={products.failure} again={products.reload} />}
      {items !== undefined && product === undefined && <NoProducts permissions={permissions} />}
      {items !== undefined && product !== undefined && (
        <>
          <div class="chosen">
            <Select
              name="product"
              value={product.productId}
              onValue={(productId) => choose({ productId })}
              label="Product"
              options={items.map((one) => [one.productId, labelOf(one)])}
            />
            <Select
              name="environment"
              value={asked.environment}
              onValue={(value) => choose({ environment: value as Environment })}
              label="Environment"
              options={ENVIRONMENTS}
            />
            <Select
              name="makers"
              value={makers}
              onValue={(value) => setMakers(value as Makers)}
              label="Made by"
              options={MAKERS}
            />
          </div>
          <OutsideTextWarning what="The name of the Product" text={product.name} />
          <KeyList
            key={`${product.productId} ${asked.environment} ${makers}`}
            product={product}
            environment={asked.environment}
            makers={makers}
            permissions={permissions}
          />
        </>
      )}
    </Page>
  );
}

function labelOf({ name, status }: Product): string {
  const shown = visibleText(name);
  return status === "active" ? shown : `${shown} (${status})`;
}

function NoProducts({ permissions }: { permissions: Permissions }) {
  return (
    <div class="empty">
      <p>
        <strong>No Product, so no keys</strong>
      </p>
      <Permitted permissions={permissions} needs="products:write@sandbox" what="make a Product">
        <p>
          A key belongs to a Product. <a href="/console/products">Make the first Product</a>
        </p>
      </Permitted>
    </div>
  );
}
