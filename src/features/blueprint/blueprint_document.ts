/** A blueprint, its versions and their sources, as the platform shard keeps them in the realm of the company. */
import type { Actor } from "../../contract/values/formats.ts";

export type BlueprintDocument = {
  realm: number;
  blueprintId: string;
  tenantId: string;
  name: string;
  /** Of the source, which is a document of its own: `sourceKey`. */
  sourceDigest: string;
  /** The number of the newest version. */
  revision: number;
  status: "draft" | "archived";
  createdAtMs: number;
  /** Of the newest version, or of the archiving. */
  updatedAtMs: number;
};

/** What a blueprint was after one of its changes; never changed. Key: `versionKey`. */
export type BlueprintVersionDocument = {
  realm: number;
  revision: number;
  name: string;
  sourceDigest: string;
  createdAtMs: number;
  /** Who made the change. */
  actor: Actor;
};

/** A source, once for all versions of the blueprint that have it; never changed. Key: `sourceKey`. */
export type BlueprintSourceDocument = {
  realm: number;
  /** Canonical JSON. */
  text: string;
};
