/** Who changed what of the company, newest first, with what was there before and after. */
import { Fragment } from "preact";
import { api, type components } from "../api.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Listing } from "../parts/listing.tsx";
import { Time } from "../parts/time.tsx";
import { usePages, useRead } from "../read.ts";
import { fieldWords, operationWords, spaced } from "../words.ts";

type AuditEvent = components["schemas"]["AuditEvent"];
type Thing = Readonly<Record<string, unknown>>;

const ROWS = 20;
/** Said of every change, and about none. */
const BESIDE_THE_POINT: readonly string[] = ["revision", "updatedAt", "tenantId"];
const ITEMS_SHOWN = 6;
const NAMES_READ = 100;
/** The actor of a call that takes no credential. */
const PUBLIC = "public";

export function AuditFeed() {
  const people = useNames();
  const events = usePages((cursor) => {
    const query = { limit: ROWS, ...(cursor !== undefined && { cursor }) };
    return outcome(api.GET("/tenant/audit-events", { params: { query } }));
  });
  return (
    <section>
      <h2>Changes</h2>
      <Listing
        pages={events}
        label="Changes"
        keyOf={({ auditEventId }) => auditEventId}
        columns={[
          {
            heading: "What",
            cell: (event) => (
              <>
                <strong>{operationWords(event.operation)}</strong>
                <span class="soft block">{nameOf(event)}</span>
                <Difference event={event} />
              </>
            ),
          },
          {
            heading: "Who",
            cell: (event) => (
              <>
                {whoIs(event, people)}
                {event.ipAddress !== undefined && <span class="soft block">{event.ipAddress}</span>}
              </>
            ),
          },
          { heading: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <>
            <p>
              <strong>No changes yet</strong>
            </p>
            <p>Every change of members, keys and settings will stand here.</p>
          </>
        }
      />
    </section>
  );
}

/** Names of people by their ids, removed members included. */
function useNames(): ReadonlyMap<string, string> {
  const query = { limit: NAMES_READ };
  const members = useRead(() => outcome(api.GET("/tenant/members", { params: { query } })));
  return new Map(members.data?.items.map(({ userId, displayName }) => [userId, displayName]));
}

function whoIs(event: AuditEvent, people: ReadonlyMap<string, string>): string {
  const { type, id } = event.actor;
  if (type === "operator") return `Whoever runs this server (${id})`;
  if (type === "platform") return "The platform";
  // Whoever signs up or sets a new password by mail has no session yet, and does it to himself.
  if (id === PUBLIC) return `${nameOf(event)}, without a session`;
  return people.get(id) ?? `${spaced(type)} ${id}`;
}

function nameOf({ resource, before, after }: AuditEvent): string {
  const { displayName, name, email } = (after ?? before ?? {}) as Record<string, string>;
  return visibleText(displayName ?? name ?? email ?? `${spaced(resource.type)} ${resource.id}`);
}

function Difference({ event }: { event: AuditEvent }) {
  const { before, after, resource, requestId } = event;
  const rows = changesOf(before, after);
  const isChange = before !== undefined && after !== undefined;
  return (
    <details>
      <summary>
        Details<span class="visually-hidden"> of: {operationWords(event.operation)}</span>
      </summary>
      <dl class="permitted">
        {rows.map(([field, was, is]) => (
          <Fragment key={field}>
            <dt>{fieldWords(field)}</dt>
            <dd>
              {isChange && (
                <>
                  <span class="visually-hidden">before: </span>
                  <span class="soft">{was}</span> → <span class="visually-hidden">after: </span>
                </>
              )}
              {after === undefined ? was : is}
            </dd>
          </Fragment>
        ))}
      </dl>
      <p class="small">
        {spaced(resource.type)} <code>{resource.id}</code>, request <code>{requestId}</code>
      </p>
    </details>
  );
}

/** The fields that differ, or those of a thing that is new or gone; in words. */
function changesOf(
  before: Thing | undefined,
  after: Thing | undefined,
): [string, string, string][] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const rows = fields
    .filter((field) => !BESIDE_THE_POINT.includes(field))
    .map((field): [string, string, string] => [
      field,
      inWords(before?.[field]),
      inWords(after?.[field]),
    ]);
  const isChange = before !== undefined && after !== undefined;
  return isChange ? rows.filter(([, was, is]) => was !== is) : rows;
}

function inWords(value: unknown): string {
  if (value === undefined || value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.length === 0) return "none";
    const shown = value.slice(0, ITEMS_SHOWN).map(inWords).join(", ");
    return value.length > ITEMS_SHOWN ? `${shown} and ${value.length - ITEMS_SHOWN} more` : shown;
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(
      ([field, is]) => `${fieldWords(field)}: ${inWords(is)}`,
    );
    return parts.join("; ");
  }
  return visibleText(String(value));
}
