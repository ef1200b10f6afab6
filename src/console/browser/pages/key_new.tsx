/** The dialog that makes a key: its name, what it may do, how long, and from where. */
import { useRef, useState } from "preact/hooks";
import { blocksIn } from "../address_block.ts";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { NewApiKey, Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Checkbox, Field, Form, Select, TextArea, useFields } from "../parts/form.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { Environment, Permissions } from "../permissions.ts";
import { useRead } from "../read.ts";
import { bundleOf, ScopePicker } from "./key_scopes.tsx";

/** That of live has no `mcp`. */
type Draft = components["schemas"]["SandboxApiKeyDraft"];

const DAY_MS = 86_400_000;
const SCOPES_READ = 100;
/** Days; 90 is the longest that a key of a browser lasts. */
const LASTS = [
  ["90", "90 days, the longest"],
  ["30", "30 days"],
  ["7", "7 days"],
  ["1", "1 day"],
] as const;

const SAYS = {
  missing_required_scope: "Your role does not allow you to give all of these scopes here.",
  product_access_suspended: "The Product was disabled meanwhile. Enable it first.",
};

export const CIDRS_HINT =
  "From where the key is taken: addresses or CIDR blocks, one a line. Empty: from everywhere.";

type Making = {
  product: Product;
  environment: Environment;
  permissions: Permissions;
  made: (key: NewApiKey) => void;
  onClose: () => void;
};

export function NewKey(making: Making) {
  const { environment, permissions, onClose } = making;
  const query = { limit: SCOPES_READ };
  const catalog = useRead(() => outcome(api.GET("/catalog/scopes", { params: { query } })));
  const ofKeys = catalog.data?.items.filter(({ grantableTo }) =>
    grantableTo.includes("product_key"),
  );
  const scopes = ofKeys
    ?.map(({ scope }) => scope)
    .filter((scope) => permissions.may(`${scope}@${environment}`));
  return (
    <Dialog title={`Make a key of ${environment}`} onClose={onClose}>
      {scopes === undefined ? (
        <>
          <Waiting failure={catalog.failure} again={catalog.reload} />
          <div class="actions">
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </>
      ) : (
        <Draft {...making} scopes={scopes} isPart={scopes.length < (ofKeys?.length ?? 0)} />
      )}
    </Dialog>
  );
}

/** `scopes`: those that the person may hand on. `isPart`: there are others. */
function Draft({
  product,
  environment,
  permissions,
  made,
  onClose,
  scopes,
  isPart,
}: Making & { scopes: readonly string[]; isPart: boolean }) {
  const { productId } = product;
  const fields = useFields<{ name: string; lasts: string; allowedCidrs: string }>({
    name: "",
    lasts: "90",
    allowedCidrs: "",
  });
  const [chosen, setChosen] = useState(() => bundleOf("read only", scopes));
  const [isOfAgent, setIsOfAgent] = useState(false);
  // One moment for all attempts: the same key must come with the same body.
  const openedAtMs = useRef(Date.now()).current;
  const create = useChange(({ mcp, ...draft }: Draft, key) => {
    const options = { params: { path: { productId } }, headers: keyed(key) };
    if (environment === "live") {
      return outcome(api.POST("/products/{productId}/api-keys/live", { ...options, body: draft }));
    }
    const body = { ...draft, ...(mcp !== undefined && { mcp }) };
    return outcome(api.POST("/products/{productId}/api-keys/sandbox", { ...options, body }));
  }, made);
  const submit = () => {
    const { name, lasts, allowedCidrs } = fields.values;
    const cidrs = blocksIn(allowedCidrs);
    const isLongest = lasts === LASTS[0][0];
    const expiresAt = new Date(openedAtMs + Number(lasts) * DAY_MS).toISOString();
    void create.submit({
      name,
      scopes: chosen,
      ...(!isLongest && { expiresAt }),
      ...(cidrs.length > 0 && { allowedCidrs: cidrs }),
      ...(isOfAgent && { mcp: true }),
    });
  };
  return (
    <Form
      change={create}
      onSubmit={submit}
      button="Make the key"
      says={SAYS}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <Field
        {...fields.bind("name")}
        label="Name of the key"
        hint="Where it is used, so that you know later what stops without it."
        autoComplete="off"
        maxLength={120}
        required
      />
      <ScopePicker scopes={scopes} chosen={chosen} onChosen={setChosen} />
      {isPart && (
        <p class="hint">
          Your role, <strong>{permissions.role}</strong>, can hand on these scopes only.
        </p>
      )}
      {environment === "sandbox" && (
        <Checkbox
          name="mcp"
          checked={isOfAgent}
          onChecked={setIsOfAgent}
          label="An agent may use it without a person"
          hint="It sends the key to /v1/mcp, and gets the tools of what the key may do in this sandbox. Whoever has the key can do this, so let the agent have no other secret of yours."
        />
      )}
      <Select {...fields.bind("lasts")} label="It lasts" options={LASTS} />
      <TextArea {...fields.bind("allowedCidrs")} label="Allowed addresses" hint={CIDRS_HINT} />
    </Form>
  );
}
