/** API keys of one Product in one environment, which are chosen here. */
import { useState } from "preact/hooks";
import { ProductChoice, useChosenProduct } from "../parts/chosen_product.tsx";
import { Select } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Permissions, usePermissions } from "../permissions.ts";
import { KeyList, MAKERS, type Makers } from "./keys_list.tsx";

export function Keys() {
  const permissions = usePermissions();
  const [makers, setMakers] = useState<Makers>("");
  const chosen = useChosenProduct();
  const { products, product, environment } = chosen;
  const items = products.data?.items;
  return (
    <Page title="API keys" lead="A key acts for one Product in one environment.">
      {items === undefined && <Waiting failure={products.failure} again={products.reload} />}
      {items !== undefined && product === undefined && <NoProducts permissions={permissions} />}
      {items !== undefined && product !== undefined && (
        <>
          <ProductChoice chosen={chosen}>
            <Select
              name="makers"
              value={makers}
              onValue={(value) => setMakers(value as Makers)}
              label="Made by"
              options={MAKERS}
            />
          </ProductChoice>
          <KeyList
            key={`${product.productId} ${environment} ${makers}`}
            product={product}
            environment={environment}
            makers={makers}
            permissions={permissions}
          />
        </>
      )}
    </Page>
  );
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
