/** How far the migration of an installation has come, as answers show it. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type BuildMigrationDocument, migrationKey, REFUSED_SHOWN_MAX } from "./build_migration.ts";

const closed = { additionalProperties: false } as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const KindMigration = Type.Object(
  {
    kind: Type.String({ description: "The kind of the objects, as both programs name it." }),
    migrated: count("Objects that are of the Build now."),
    left: count("Objects that are still to be looked at; 0 before the migration has begun."),
    refused: count("Objects that could not become objects of the Build, and stay as they were."),
  },
  { title: "KindMigration", description: "What has become of the objects of a kind.", ...closed },
);

const RefusedObject = Type.Object(
  {
    objectId: described(Id("obj"), "An object that stays with the Build before."),
    kind: Type.String({ description: "The kind of the object, as its program names it." }),
    code: Type.String({ description: "What stands against it, as an action would be refused." }),
    message: Type.String({ description: "The same in words, with the values that it is about." }),
  },
  {
    title: "RefusedObject",
    description: "An object that a migration could not take to another Build.",
    ...closed,
  },
);

export const BuildMigration = Type.Object(
  {
    status: described(
      Type.Union([Type.Literal("waiting"), Type.Literal("running"), Type.Literal("finished")]),
      "`waiting`: it has not begun, because another one is before it. `running`: objects are left. `finished`: each object was looked at.",
    ),
    fromBuildId: described(Id("bld"), "The Build that ran before, whose objects are migrated."),
    kinds: described(Type.Array(KindMigration), "The kinds that are migrated, in their order."),
    refused: Type.Array(RefusedObject, {
      maxItems: REFUSED_SHOWN_MAX,
      description: `The first ${REFUSED_SHOWN_MAX} objects that could not be migrated, and why.`,
    }),
    startedAt: Type.Optional(
      described(Timestamp, "When its first step ran: real time; absent while it waits."),
    ),
    finishedAt: Type.Optional(
      described(Timestamp, "When its last step ran: real time; absent before."),
    ),
  },
  {
    title: "BuildMigration",
    description: "How the objects of the Build before become objects of this one.",
    ...closed,
  },
);
export type BuildMigration = Static<typeof BuildMigration>;

/** Of an installation; undefined where it migrates nothing. */
export function migrationIn(
  snapshot: Snapshot,
  realm: number,
  revision: number,
): BuildMigration | undefined {
  const value = snapshot.get(LEDGER_TABLE.buildMigration, realm, migrationKey(realm, revision));
  if (value === undefined) return undefined;
  const { fromBuildId, kinds, refused, startedAtMs, finishedAtMs } =
    decodeDocument<BuildMigrationDocument>(value);
  return {
    status: statusOf(startedAtMs, finishedAtMs),
    fromBuildId,
    kinds: kinds.map(({ kind, total, migrated, refused: stay }) => ({
      kind,
      migrated,
      left: Math.max(0, total - migrated - stay),
      refused: stay,
    })),
    refused: [...refused],
    ...(startedAtMs !== undefined && { startedAt: isoTime(startedAtMs) }),
    ...(finishedAtMs !== undefined && { finishedAt: isoTime(finishedAtMs) }),
  };
}

function statusOf(
  startedAtMs: number | undefined,
  finishedAtMs: number | undefined,
): BuildMigration["status"] {
  if (finishedAtMs !== undefined) return "finished";
  return startedAtMs === undefined ? "waiting" : "running";
}
