/** An audit event as answers show it: a row of a company's feed, and the record that the row names. */
import { type Static, Type } from "@sinclair/typebox";
import { encodeIdSuffix, suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { callerIdOf, OPERATOR_ID, PUBLIC_CALLER } from "../../contract/declare/caller.ts";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { Actor, Id, Timestamp } from "../../contract/values/formats.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { AUDIT_NOTED, type AuditNoted } from "./audit_note.ts";
import type { AuditRow } from "./audit_state.ts";

const closed = { additionalProperties: false } as const;

function shownThing(description: string) {
  return Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description, ...PII }));
}

export const AuditEvent = Type.Object(
  {
    auditEventId: Id("aud"),
    actor: Type.Object(
      {
        type: described(Actor.properties.type, "What kind of actor asked for the change."),
        id: Type.String({ description: "Id of whoever asked, such as a person's `usr_` id." }),
      },
      { description: "Who asked for the change.", ...closed },
    ),
    operation: Type.String({
      description: "Id of what was called, such as `tenant.member.update`.",
    }),
    resource: Type.Object(
      {
        type: Type.String({ description: "What kind of thing was changed, such as `member`." }),
        id: Type.String({ description: "Id of the changed thing." }),
      },
      { description: "Which thing was changed.", ...closed },
    ),
    before: shownThing("The thing as answers showed it until then; absent of a new thing."),
    after: shownThing("The thing as answers show it since; absent of a thing that is gone."),
    ipAddress: Type.Optional(
      Type.String({
        description: "Where the request came from; absent where this server's operator asked.",
        ...PII,
      }),
    ),
    userAgent: Type.Optional(
      Type.String({ description: "What the client called itself, if it did.", ...PII }),
    ),
    requestId: Type.String({
      description: "The `X-Request-Id` of the answer to whoever asked.",
    }),
    createdAt: Timestamp,
  },
  {
    title: "AuditEvent",
    description:
      "A change of a company's identity, keys or settings, or what the operator of the server did in one of its Products.",
    ...closed,
  },
);
export type AuditEvent = Static<typeof AuditEvent>;

export function auditEventNotFound(auditEventId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("aud", auditEventId, "of this company"), {
    resourceType: "audit_event",
    auditEventId,
  });
}

/** The event with this id in the company's feed; undefined alike for unknown and foreign ids. */
export function auditEventById(
  snapshot: Snapshot,
  realm: number | undefined,
  auditEventId: string,
): AuditEvent | undefined {
  const suffix = suffixOf("aud", auditEventId);
  if (suffix === undefined || realm === undefined) return undefined;
  const row = snapshot.get(PLATFORM_TABLE.auditIndex, realm, suffix);
  return row === undefined ? undefined : auditEventOf(snapshot, row);
}

/** The event of a row of the feed. */
export function auditEventOf(snapshot: Snapshot, row: Uint8Array): AuditEvent {
  const record = snapshot.record(decodeDocument<AuditRow>(row).place);
  const noted = record?.facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted | undefined;
  invariant(record !== undefined && noted !== undefined, "a row of the feed names a noted record");
  const { timeMs, shard, place } = record;
  const { resource, address, userAgent, told } = noted;
  const { operation, requestId } = told ?? record;
  return {
    auditEventId: `aud_${encodeIdSuffix(timeMs, shard, place, 0)}`,
    actor: askerOf(record, noted),
    operation,
    resource,
    ...shownAs("before", noted),
    ...shownAs("after", noted),
    ...(address !== "" && { ipAddress: address }),
    ...(userAgent !== "" && { userAgent }),
    requestId,
    createdAt: isoTime(timeMs),
  };
}

/**
 * Who asked. A person who has no session yet, and has proved to be that person, has changed what is the person's own.
 * Who the operator is that acted in a Product stands on the ledger shard, and no company is told.
 */
function askerOf(
  head: Parameters<typeof actorOfHead>[0],
  { byPlatform, told, resource: { type, id } }: AuditNoted,
): Static<typeof Actor> {
  if (byPlatform === true) return { type: "platform", id: "platform" };
  if (told !== undefined) return { type: "operator", id: OPERATOR_ID };
  const isOwn = head.actorId === callerIdOf(PUBLIC_CALLER) && type === "user";
  return isOwn ? { type: "user", id } : actorOfHead(head);
}

/**
 * The thing without the companies of a person: the feed of one company does not say which others the
 * person belongs to.
 */
function shownAs(name: "before" | "after", noted: AuditNoted): Record<string, object> {
  const value = noted[name];
  if (typeof value !== "object" || value === null) return {};
  if (noted.resource.type !== "user") return { [name]: value };
  const { tenants: _, ...person } = value as { tenants?: unknown };
  return { [name]: person };
}
