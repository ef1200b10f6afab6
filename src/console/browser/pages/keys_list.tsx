/** The keys of a Product in an environment: what each may do, and what can be done with it. */
import { useState } from "preact/hooks";
import { api } from "../api.ts";
import type { ApiKey, NewApiKey, Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { Time } from "../parts/time.tsx";
import type { Environment, Permissions } from "../permissions.ts";
import { usePages } from "../read.ts";
import { counted } from "../words.ts";
import { ChangeKey, RevokeKey, RevokeKeysOfMaker, RollKey } from "./key_dialogs.tsx";
import { KeyNeeds, useLacks } from "./key_needs.tsx";
import { NewKey } from "./key_new.tsx";
import { NewSecret } from "./key_secret.tsx";

/** Whose keys are shown; the value is the filter of the list, "" for none. */
export const MAKERS = [
  ["", "everybody"],
  ["removed", "former members"],
] as const;
export type Makers = (typeof MAKERS)[number][0];

type Open =
  | { what: "new" }
  | { what: "change" | "roll" | "revoke" | "revokeOfMaker"; apiKey: ApiKey }
  | { what: "secret"; made: NewApiKey };

const KINDS = { active: "good", rolling: "note", revoked: "bad", expired: "bad" } as const;

export function KeyList({
  product,
  environment,
  makers,
  permissions,
}: {
  product: Product;
  environment: Environment;
  makers: Makers;
  permissions: Permissions;
}) {
  const { productId } = product;
  const [open, setOpen] = useState<Open>();
  const [notice, setNotice] = useState("");
  const lacks = useLacks(product, environment, permissions);
  const keys = usePages((cursor) => {
    const ofMakers = makers !== "" && { createdByStatus: makers };
    const query = { environment, ...ofMakers, ...(cursor !== undefined && { cursor }) };
    const params = { path: { productId }, query };
    return outcome(api.GET("/products/{productId}/api-keys", { params }));
  });
  const onClose = () => setOpen(undefined);
  const done = (text: string) => {
    setOpen(undefined);
    setNotice(text);
    keys.reload();
  };
  const made = (key: NewApiKey) => {
    setNotice("");
    setOpen({ what: "secret", made: key });
    keys.reload();
  };
  const mayChange = permissions.may(`keys:write@${environment}`);
  const actions = (apiKey: ApiKey) => {
    const { name, prefix, status } = apiKey;
    if (status === "revoked" || status === "expired") return null;
    const button = (what: "change" | "roll" | "revoke" | "revokeOfMaker", shown: string) => (
      <Button
        kind="quiet"
        label={`${shown} the key ${name}, ${prefix}`}
        onClick={() => setOpen({ what, apiKey })}
      >
        {shown}
      </Button>
    );
    return (
      <div class="actions">
        {button("change", "Change")}
        {status === "active" && lacks.length === 0 && button("roll", "Roll")}
        {button("revoke", "Revoke")}
        {isOfFormerMember(apiKey) && button("revokeOfMaker", "Revoke all of the maker of")}
      </div>
    );
  };
  return (
    <section>
      <div class="heading">
        <h2>Keys</h2>
        {permissions.roles !== undefined && lacks.length === 0 && (
          <Button kind="main" onClick={() => setOpen({ what: "new" })}>
            Make a key
          </Button>
        )}
      </div>
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      {permissions.roles !== undefined && <KeyNeeds lacks={lacks} environment={environment} />}
      <Listing
        pages={keys}
        label={`Keys of ${environment}`}
        keyOf={({ apiKeyId }) => apiKeyId}
        columns={[
          {
            heading: "Name",
            cell: ({ name, prefix }) => (
              <>
                <strong>{name}</strong>
                <code class="soft block">{prefix}…</code>
              </>
            ),
          },
          {
            heading: "State",
            cell: (apiKey) => (
              <>
                <Badge kind={KINDS[apiKey.status]}>{apiKey.status}</Badge>
                {isOfFormerMember(apiKey) && (
                  <span class="soft block">made by a former member</span>
                )}
              </>
            ),
          },
          { heading: "May do", cell: (apiKey) => <MayDo apiKey={apiKey} /> },
          { heading: "Last use", cell: (apiKey) => <LastUse apiKey={apiKey} /> },
          { heading: "Ends", cell: (apiKey) => <End apiKey={apiKey} /> },
          ...(mayChange ? [{ heading: "", cell: actions }] : []),
        ]}
        empty={
          <>
            <p>
              <strong>
                {makers === ""
                  ? `No keys in ${environment} yet`
                  : `No keys of former members in ${environment}`}
              </strong>
            </p>
            <p>Programs call the API with a key. It is shown once, when it is made.</p>
          </>
        }
      />
      {open?.what === "new" && (
        <NewKey
          product={product}
          environment={environment}
          permissions={permissions}
          made={made}
          onClose={onClose}
        />
      )}
      {open?.what === "change" && <ChangeKey apiKey={open.apiKey} done={done} onClose={onClose} />}
      {open?.what === "roll" && <RollKey apiKey={open.apiKey} made={made} onClose={onClose} />}
      {open?.what === "revoke" && <RevokeKey apiKey={open.apiKey} done={done} onClose={onClose} />}
      {open?.what === "revokeOfMaker" && (
        <RevokeKeysOfMaker apiKey={open.apiKey} done={done} onClose={onClose} />
      )}
      {open?.what === "secret" && <NewSecret made={open.made} onClose={onClose} />}
    </section>
  );
}

/** Such a key goes on working until somebody revokes it. */
function isOfFormerMember({ createdByMember }: ApiKey): boolean {
  return createdByMember?.status === "removed";
}

function MayDo({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, operationIds, allowedCidrs, origin, mcp = false } = apiKey;
  return (
    <details>
      <summary>
        {counted(scopes.length, "scope")}
        <span class="visually-hidden"> of {name}</span>
      </summary>
      <dl class="permitted">
        <dt>Scopes</dt>
        <dd>{scopes.join(", ")}</dd>
        <dt>Operations</dt>
        <dd>{operationIds.length}, as there were when the key was made</dd>
        <dt>From</dt>
        <dd>{allowedCidrs === undefined ? "everywhere" : allowedCidrs.join(", ")}</dd>
        <dt>Agents</dt>
        <dd>{mcp ? "may use it without a person, at /v1/mcp" : "may not use it"}</dd>
        <dt>Made</dt>
        <dd>
          {origin === "browser"
            ? "in a browser"
            : "outside of a browser, so operations for keys of browsers refuse it"}
          , <Time at={apiKey.createdAt} />
        </dd>
      </dl>
    </details>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedIp } }: { apiKey: ApiKey }) {
  if (lastUsedAt === undefined) return <>never</>;
  return (
    <>
      <Time at={lastUsedAt} />
      {lastUsedIp !== undefined && <span class="soft block">from {lastUsedIp}</span>}
    </>
  );
}

function End({ apiKey: { status, revokedAt, endsAt, expiresAt } }: { apiKey: ApiKey }) {
  const at = status === "revoked" ? revokedAt : (endsAt ?? expiresAt);
  return at === undefined ? <>never</> : <Time at={at} />;
}
