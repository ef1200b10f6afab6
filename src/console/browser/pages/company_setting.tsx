/** One field of the company: those who may change it have a form, all others see it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Form } from "../parts/form.tsx";
import { Permitted } from "../parts/permitted.tsx";
import type { Permissions } from "../permissions.ts";

type Change = Omit<components["schemas"]["TenantChange"], "expectedRevision">;

/** What every such field is given. */
export type CompanySettingParts = {
  tenant: components["schemas"]["Tenant"];
  permissions: Permissions;
  reload: () => void;
};

const SAYS = {
  state_conflict: "Somebody else has changed the company meanwhile. Load the page anew.",
};

/** `what`: what a permission is needed for. `saved`: said after a change. `afterwards`: done after it, beside reading the company anew. */
export function CompanySetting({
  parts: { tenant, permissions, reload },
  shown,
  what,
  saved,
  button,
  values,
  afterwards,
  children,
}: {
  parts: CompanySettingParts;
  shown: string;
  what: string;
  saved: string;
  button: string;
  values: Change;
  afterwards?: () => unknown;
  children: ComponentChildren;
}) {
  const { revision } = tenant;
  const [isSaved, setIsSaved] = useState(false);
  const change = useChange(
    (body: Change & { expectedRevision: number }, key) =>
      outcome(api.PATCH("/tenant", { body, headers: keyed(key) })),
    () => {
      setIsSaved(true);
      reload();
      return afterwards?.();
    },
  );
  return (
    <div class="panel">
      {!permissions.may("tenant:write") && (
        <p>
          <strong>{shown}</strong>
        </p>
      )}
      <Permitted permissions={permissions} needs="tenant:write" what={what}>
        {isSaved && <Banner kind="good">{saved}</Banner>}
        <Form
          change={change}
          onSubmit={() => {
            setIsSaved(false);
            void change.submit({ ...values, expectedRevision: revision });
          }}
          button={button}
          says={SAYS}
        >
          {children}
        </Form>
      </Permitted>
    </div>
  );
}
