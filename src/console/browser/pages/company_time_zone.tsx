/** The time zone by which the months of the company's Products go, for those who may change it a choice. */
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Form, Select, useFields } from "../parts/form.tsx";
import { Permitted } from "../parts/permitted.tsx";
import type { Permissions } from "../permissions.ts";

const SAYS = {
  state_conflict: "Somebody else has changed the company meanwhile. Load the page anew.",
};

export function CompanyTimeZone({
  tenant,
  permissions,
  reload,
}: {
  tenant: components["schemas"]["Tenant"];
  permissions: Permissions;
  reload: () => void;
}) {
  const { timeZone, revision } = tenant;
  const fields = useFields({ timeZone });
  const [isSaved, setIsSaved] = useState(false);
  const move = useChange(
    (body: { timeZone: string; expectedRevision: number }, key) =>
      outcome(api.PATCH("/tenant", { body, headers: keyed(key) })),
    () => {
      setIsSaved(true);
      return reload();
    },
  );
  return (
    <div class="panel">
      {!permissions.may("tenant:write") && (
        <p>
          <strong>{timeZone}</strong>
        </p>
      )}
      <Permitted permissions={permissions} needs="tenant:write" what="change the time zone">
        {isSaved && (
          <Banner kind="good">
            Months go by {timeZone}, from the first one on that begins after the change.
          </Banner>
        )}
        <Form
          change={move}
          onSubmit={() => {
            setIsSaved(false);
            void move.submit({ ...fields.values, expectedRevision: revision });
          }}
          button="Change the time zone"
          says={SAYS}
        >
          <Select
            {...fields.bind("timeZone")}
            label="Time zone"
            hint="Days and months of statements, usage and statistics go by it, in sandbox and live. Those that have begun keep their bounds."
            options={zonesWith(timeZone).map((zone) => [zone, zone.replaceAll("_", " ")] as const)}
          />
        </Form>
      </Permitted>
    </div>
  );
}

/** The zones that this browser knows. It may write the company's own one in another way. */
function zonesWith(own: string): string[] {
  const zones = new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].sort();
}
