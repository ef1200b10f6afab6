/** The Products of the company: make one, rename it, ask for live, stop it and let it go on. */
import { useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { cleanText, visibleText } from "../outside_text.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Time } from "../parts/time.tsx";
import { usePermissions } from "../permissions.ts";
import { usePages } from "../read.ts";
import { ActivationBadge, LiveOf } from "./activation.tsx";

type Open = { what: "live" | "rename" | "stop"; product: Product };
type About = { product: Product; done: (text: string) => void; onClose: () => void };

const KINDS = { active: "good", disabled: "bad", closed: "note" } as const;
const SAYS = {
  state_conflict: "Somebody else has changed this Product meanwhile. Close this and look again.",
  state_constraint_failed: "The company has as many Products as it can have.",
};

export function Products() {
  const permissions = usePermissions();
  const [open, setOpen] = useState<Open>();
  const [notice, setNotice] = useState("");
  const products = usePages((cursor) =>
    outcome(api.GET("/products", { params: { query: cursor === undefined ? {} : { cursor } } })),
  );
  const done = (text: string) => {
    setOpen(undefined);
    setNotice(text);
    products.reload();
  };
  const mayRename = permissions.may("products:write@sandbox");
  // To disable a Product stops its live keys too.
  const mayStop = permissions.may("products:write@live");
  const actions = (product: Product) => {
    const { productId, status } = product;
    const name = visibleText(product.name);
    return (
      <div class="actions">
        <a href={`/console/keys?product=${productId}`} aria-label={`API keys of ${name}`}>
          Keys
        </a>
        <Button
          kind="quiet"
          label={`Live of ${name}`}
          onClick={() => setOpen({ what: "live", product })}
        >
          Live
        </Button>
        {mayRename && status !== "closed" && (
          <Button
            kind="quiet"
            label={`Rename ${name}`}
            onClick={() => setOpen({ what: "rename", product })}
          >
            Rename
          </Button>
        )}
        {mayStop && status !== "closed" && (
          <Button
            kind="quiet"
            label={`${status === "active" ? "Disable" : "Enable"} ${name}`}
            onClick={() => setOpen({ what: "stop", product })}
          >
            {status === "active" ? "Disable" : "Enable"}
          </Button>
        )}
      </div>
    );
  };
  return (
    <Page title="Products" lead="A Product owns customers and accounts, and has its own API keys.">
      <section>
        {notice !== "" && <Banner kind="good">{notice}</Banner>}
        <Listing
          pages={products}
          label="Products"
          keyOf={({ productId }) => productId}
          columns={[
            {
              heading: "Name",
              cell: ({ name, productId }) => (
                <>
                  <strong>
                    <OutsideText text={name} />
                  </strong>
                  <code class="soft block">{productId}</code>
                </>
              ),
            },
            {
              heading: "State",
              cell: ({ status }) => <Badge kind={KINDS[status]}>{status}</Badge>,
            },
            {
              heading: "Live",
              cell: ({ activation }) => <ActivationBadge status={activation.status} />,
            },
            { heading: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
            { heading: "", cell: actions },
          ]}
          empty={
            <>
              <p>
                <strong>No Products yet</strong>
              </p>
              <p>Make the first one below: its sandbox is open at once.</p>
            </>
          }
        />
      </section>
      <section>
        <h2>Make a Product</h2>
        <div class="panel">
          <Permitted
            permissions={permissions}
            needs="products:write@sandbox"
            what="make or rename Products"
          >
            <NewProduct done={done} />
          </Permitted>
        </div>
        {permissions.roles !== undefined && mayRename && !mayStop && (
          <p class="hint">
            Your role, <strong>{permissions.role}</strong>, does not allow you to disable or enable
            Products, because that stops live too. An owner or an admin can.
          </p>
        )}
      </section>
      {open?.what === "live" && (
        <LiveOf
          product={open.product}
          permissions={permissions}
          done={done}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === "rename" && (
        <Rename product={open.product} done={done} onClose={() => setOpen(undefined)} />
      )}
      {open?.what === "stop" && (
        <Stop product={open.product} done={done} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function NewProduct({ done }: { done: (text: string) => void }) {
  const fields = useFields({ name: "" });
  const create = useChange(
    (body: { name: string }, key) => outcome(api.POST("/products", { body, headers: keyed(key) })),
    ({ name }) => {
      fields.set({ name: "" });
      done(`${visibleText(name)} is there. Make an API key for it next.`);
    },
  );
  return (
    <Form
      change={create}
      onSubmit={() => void create.submit(fields.values)}
      button="Make the Product"
      says={SAYS}
    >
      <Field
        {...fields.bind("name")}
        label="Name of the Product"
        hint="What you call it. Live is asked for afterwards."
        maxLength={120}
        required
      />
    </Form>
  );
}

function Rename({ product, done, onClose }: About) {
  const { productId, revision } = product;
  const fields = useFields({ name: cleanText(product.name) });
  const rename = useChange(
    (body: { name: string; expectedRevision: number }, key) => {
      const params = { path: { productId } };
      return outcome(api.PATCH("/products/{productId}", { params, body, headers: keyed(key) }));
    },
    ({ name }) => done(`The Product is called ${visibleText(name)} now.`),
  );
  return (
    <Dialog title={`Rename ${visibleText(product.name)}`} onClose={onClose}>
      <OutsideTextWarning what="The present name" text={product.name} />
      <Form
        change={rename}
        onSubmit={() => void rename.submit({ ...fields.values, expectedRevision: revision })}
        button="Rename"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <Field {...fields.bind("name")} label="New name" maxLength={120} required />
      </Form>
    </Dialog>
  );
}

/** To disable an active Product, to enable one that is disabled. */
function Stop({ product, done, onClose }: About) {
  const { productId, status } = product;
  const name = visibleText(product.name);
  const isActive = status === "active";
  const change = useChange(
    (_: null, key) => {
      const options = { params: { path: { productId } }, headers: keyed(key) };
      return outcome(
        isActive
          ? api.POST("/products/{productId}/disable", options)
          : api.POST("/products/{productId}/enable", options),
      );
    },
    () => done(isActive ? `${name} is disabled: none of its keys works.` : `${name} works again.`),
  );
  return (
    <Dialog title={isActive ? `Disable ${name}?` : `Enable ${name}?`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={() => void change.submit(null)}
        button={isActive ? "Disable" : "Enable"}
        kind={isActive ? "danger" : "main"}
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        {isActive ? (
          <p>
            Every request with a key of {name} is refused at once, in the sandbox and in live.
            Nothing is lost: enable it, and the keys work again.
          </p>
        ) : (
          <p>The keys of {name} work again at once, those aside that have ended meanwhile.</p>
        )}
      </Form>
    </Dialog>
  );
}
