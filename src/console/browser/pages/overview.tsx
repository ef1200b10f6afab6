/** What a person sees first: the company, the own account, and the Products. */
import { api } from "../api.ts";
import { outcome } from "../outcome.ts";
import { Badge, Listing } from "../parts/listing.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { usePages } from "../read.ts";
import { ownCompany, useSession } from "../session.ts";

export function Overview() {
  const session = useSession();
  const company = ownCompany(session);
  if (session.kind !== "active") return null;
  const { user } = session;
  return (
    <Page title={company?.name ?? "Overview"} lead={`Welcome, ${user.displayName}.`}>
      {company === undefined ? (
        <p class="empty">You are in no company. Ask an owner of yours to invite {user.email}.</p>
      ) : (
        <>
          <section>
            <h2>Your account</h2>
            <dl class="facts">
              <div>
                <dt>Role</dt>
                <dd>{company.role}</dd>
              </div>
              <div>
                <dt>Second factor</dt>
                <dd>
                  {user.mfa.totp ? <Badge kind="good">on</Badge> : <Badge kind="bad">off</Badge>}
                </dd>
              </div>
              <div>
                <dt>This session ends</dt>
                <dd>
                  <Time at={session.session.expiresAt} />
                </dd>
              </div>
            </dl>
          </section>
          <Products />
        </>
      )}
    </Page>
  );
}

function Products() {
  const products = usePages((cursor) =>
    outcome(api.GET("/products", { params: { query: cursor === undefined ? {} : { cursor } } })),
  );
  return (
    <section>
      <h2>Products</h2>
      <Listing
        pages={products}
        label="Products"
        keyOf={({ productId }) => productId}
        columns={[
          {
            heading: "Name",
            cell: ({ name }) => (
              <strong>
                <OutsideText text={name} />
              </strong>
            ),
          },
          { heading: "Id", cell: ({ productId }) => <code>{productId}</code> },
          { heading: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <>
            <p>
              <strong>No Products yet</strong>
            </p>
            <p>
              A Product owns customers and accounts.{" "}
              <a href="/console/products">Make the first one</a>
            </p>
          </>
        }
      />
    </section>
  );
}
