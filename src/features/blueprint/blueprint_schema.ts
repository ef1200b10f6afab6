/** The schemas of blueprints and their versions, in answers and in what callers send. */
import { type Static, Type } from "@sinclair/typebox";
import { described, PUBLISHED_AS } from "../../contract/declare/schema_marks.ts";
import { Actor, CreatedAt, Id, notBlank, Timestamp } from "../../contract/values/formats.ts";
import { countRule } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "../../programs/program_limits.ts";

const closed = { additionalProperties: false } as const;

const BlueprintName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "What you call the program.",
});
export const BlueprintNameDraft = notBlank(BlueprintName);

export const BlueprintSource = Type.Record(Type.String(), Type.Unknown(), {
  title: "BlueprintSource",
  description: `The program, as an object of JSON. A draft may have faults, so every object is taken: at most ${SOURCE_BYTES_MAX} bytes as canonical JSON (RFC 8785), and nested ${SOURCE_DEPTH_MAX} deep at most.`,
});

const SourceDigest = Type.String({
  pattern: "^sha256:[0-9a-f]{64}$",
  description:
    "`sha256:` and the SHA-256 of the source as canonical JSON (RFC 8785), hexadecimal. Sources that differ in white space and in the order of names alone have the same.",
});

const BlueprintRevision = Type.Integer({
  minimum: 1,
  description: "The number of the newest version: 1 at first, and one more after each change.",
});

export const BlueprintStatus = Type.Union([Type.Literal("draft"), Type.Literal("archived")], {
  description: "An archived blueprint stays as it is for ever.",
});

const SUMMARY = {
  blueprintId: Id("bp"),
  tenantId: Id("ten"),
  name: BlueprintName,
  sourceDigest: SourceDigest,
  revision: BlueprintRevision,
  status: BlueprintStatus,
  createdAt: CreatedAt,
  updatedAt: described(Timestamp, "When it was last changed or archived; `createdAt` at first."),
};

export const BlueprintSummary = Type.Object(SUMMARY, {
  title: "BlueprintSummary",
  description: "A blueprint without its source, as lists show it.",
  ...closed,
});
export type BlueprintSummary = Static<typeof BlueprintSummary>;

export const Blueprint = Type.Object(
  { ...SUMMARY, source: BlueprintSource },
  {
    title: "Blueprint",
    description: "A program that a company works on, from which Products can be built.",
    ...closed,
  },
);
export type Blueprint = Static<typeof Blueprint>;

const VERSION = {
  blueprintId: Id("bp"),
  revision: Type.Integer({ minimum: 1, description: "The number of this version, from 1." }),
  name: BlueprintName,
  sourceDigest: SourceDigest,
  createdAt: described(Timestamp, "When the change was made that this version is the outcome of."),
  actor: described(Actor, "Who made the change that this version is the outcome of."),
};

export const BlueprintVersionSummary = Type.Object(VERSION, {
  title: "BlueprintVersionSummary",
  description: "A version of a blueprint without its source, as lists show it.",
  ...closed,
});
export type BlueprintVersionSummary = Static<typeof BlueprintVersionSummary>;

export const BlueprintVersion = Type.Object(
  { ...VERSION, source: BlueprintSource },
  {
    title: "BlueprintVersion",
    description: "What a blueprint was after one of its changes. It never changes.",
    ...closed,
  },
);
export type BlueprintVersion = Static<typeof BlueprintVersion>;

export const BlueprintPath = Type.Object({ blueprintId: Id("bp") }, closed);

/** The largest revision that may be asked for; those that there are stay far below. */
const ASKED_REVISION_MAX = 999_999_999;
const ASKED_REVISION = "The number of the version.";
/** A path has the number as a text; the contract shows it as a number. */
const AskedRevision = ruled(
  Type.String({
    pattern: "^[1-9][0-9]{0,8}$",
    description: ASKED_REVISION,
    [PUBLISHED_AS]: {
      type: "integer",
      minimum: 1,
      maximum: ASKED_REVISION_MAX,
      description: ASKED_REVISION,
    },
  }),
  countRule(1, ASKED_REVISION_MAX),
);

export const BlueprintVersionPath = Type.Object(
  { blueprintId: Id("bp"), revision: AskedRevision },
  closed,
);
