/** Which Product and environment a page is about: chosen on the page, kept in its address. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api, type components } from "../api.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import type { Environment } from "../permissions.ts";
import { type Read, useRead } from "../read.ts";
import { currentLocation, keepInAddress } from "../router.ts";
import { Select } from "./form.tsx";
import { OutsideTextWarning } from "./outside_text.tsx";

type Product = components["schemas"]["Product"];

/** The most Products to choose from here; others are reached from the page of Products. */
const PRODUCTS_READ = 100;
const ENVIRONMENTS = [
  ["sandbox", "Sandbox"],
  ["live", "Live"],
] as const;

type Asked = { productId: string; environment: Environment };

export type ChosenProduct = {
  products: Read<{ items: Product[] }>;
  /** Undefined until the Products have come, and where there is none. */
  product: Product | undefined;
  environment: Environment;
  choose(change: Partial<Asked>): void;
};

/** What `?product=` and `?environment=` of the address name; else the newest Product, and the sandbox. */
export function useChosenProduct(): ChosenProduct {
  const [asked, setAsked] = useState<Asked>(() => {
    const { query } = currentLocation();
    const environment: Environment = query.get("environment") === "live" ? "live" : "sandbox";
    return { productId: query.get("product") ?? "", environment };
  });
  const query = { limit: PRODUCTS_READ };
  const products = useRead(() => outcome(api.GET("/products", { params: { query } })));
  const { items } = products.data ?? {};
  const product = items?.find(({ productId }) => productId === asked.productId) ?? items?.[0];
  const choose = (change: Partial<Asked>) => {
    const next = { ...asked, productId: product?.productId ?? "", ...change };
    setAsked(next);
    keepInAddress({ product: next.productId, environment: next.environment });
  };
  return { products, product, environment: asked.environment, choose };
}

/** The two choices; `children`: further ones beside them. */
export function ProductChoice({
  chosen: { products, product, environment, choose },
  children,
}: {
  chosen: ChosenProduct;
  children?: ComponentChildren;
}) {
  if (products.data === undefined || product === undefined) return null;
  return (
    <>
      <div class="chosen">
        <Select
          name="product"
          value={product.productId}
          onValue={(productId) => choose({ productId })}
          label="Product"
          options={products.data.items.map((one) => [one.productId, labelOf(one)])}
        />
        <Select
          name="environment"
          value={environment}
          onValue={(value) => choose({ environment: value as Environment })}
          label="Environment"
          options={ENVIRONMENTS}
        />
        {children}
      </div>
      <OutsideTextWarning what="The name of the Product" text={product.name} />
    </>
  );
}

function labelOf({ name, status }: Product): string {
  const shown = visibleText(name);
  return status === "active" ? shown : `${shown} (${status})`;
}
