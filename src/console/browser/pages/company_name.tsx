/** The name of the company, for those who may change it a field. */
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Permitted } from "../parts/permitted.tsx";
import type { Permissions } from "../permissions.ts";
import { loadSession } from "../session.ts";

const SAYS = {
  state_conflict: "Somebody else has changed the company meanwhile. Load the page anew.",
};

export function CompanyName({
  tenant,
  permissions,
  reload,
}: {
  tenant: components["schemas"]["Tenant"];
  permissions: Permissions;
  reload: () => void;
}) {
  const { name, revision } = tenant;
  const fields = useFields({ name });
  const [isSaved, setIsSaved] = useState(false);
  const rename = useChange(
    (body: { name: string; expectedRevision: number }, key) =>
      outcome(api.PATCH("/tenant", { body, headers: keyed(key) })),
    () => {
      setIsSaved(true);
      reload();
      // The name stands in the navigation too.
      return loadSession();
    },
  );
  return (
    <div class="panel">
      {!permissions.may("tenant:write") && (
        <p>
          <strong>{name}</strong>
        </p>
      )}
      <Permitted permissions={permissions} needs="tenant:write" what="rename the company">
        {isSaved && <Banner kind="good">The company is called {name} now.</Banner>}
        <Form
          change={rename}
          onSubmit={() => {
            setIsSaved(false);
            void rename.submit({ ...fields.values, expectedRevision: revision });
          }}
          button="Rename"
          says={SAYS}
        >
          <Field
            {...fields.bind("name")}
            label="Name of the company"
            hint="Members read it here and in mails; nothing goes by it."
            maxLength={120}
            required
          />
        </Form>
      </Permitted>
    </div>
  );
}
