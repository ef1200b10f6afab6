/** The company: its name and time zone, its rules for whoever acts for it, its limits, and what was changed by whom. */
import { api } from "../api.ts";
import { outcome } from "../outcome.ts";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { usePermissions } from "../permissions.ts";
import { useRead } from "../read.ts";
import { AuditFeed } from "./company_audit.tsx";
import { CompanyName } from "./company_name.tsx";
import { SecurityPolicy } from "./company_security.tsx";
import { CompanyTimeZone } from "./company_time_zone.tsx";

export function Company() {
  const permissions = usePermissions();
  const tenant = useRead(() => outcome(api.GET("/tenant")));
  const limits = useRead(() => outcome(api.GET("/tenant/limits")));
  if (tenant.data === undefined) {
    return (
      <Page title="Company">
        <Waiting failure={tenant.failure} again={tenant.reload} />
      </Page>
    );
  }
  const { tenantId, country, createdAt } = tenant.data;
  return (
    <Page title="Company">
      <section>
        <h2>Name</h2>
        <CompanyName tenant={tenant.data} permissions={permissions} reload={tenant.reload} />
        <dl class="facts">
          <div>
            <dt>Id</dt>
            <dd>
              <code>{tenantId}</code>
            </dd>
          </div>
          {country !== undefined && (
            <div>
              <dt>Country</dt>
              <dd>{country}</dd>
            </div>
          )}
          <div>
            <dt>Made</dt>
            <dd>
              <Time at={createdAt} />
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h2>Time zone</h2>
        <CompanyTimeZone tenant={tenant.data} permissions={permissions} reload={tenant.reload} />
      </section>
      <section>
        <h2>Limits</h2>
        {limits.data === undefined ? (
          <Waiting failure={limits.failure} again={limits.reload} />
        ) : (
          <>
            <dl class="facts">
              <Used what="Members" {...limits.data.members} />
              <Used what="Open invitations" {...limits.data.pendingInvitations} />
              <Used what="Products, closed ones too" {...limits.data.products} />
            </dl>
            <p class="hint">
              Each key, session and token has its own number of requests in every{" "}
              {limits.data.rate.windowSeconds} seconds; the header{" "}
              <code>X-RateLimit-Remaining</code> of each answer says how many are left.
            </p>
          </>
        )}
      </section>
      <SecurityPolicy permissions={permissions} />
      <AuditFeed />
    </Page>
  );
}

function Used({ what, count, max }: { what: string; count: number; max?: number }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {count}
        {max !== undefined && ` of ${max}`}
      </dd>
    </div>
  );
}
