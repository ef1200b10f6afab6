/** A Build and its program, as the platform shard keeps them in the realm of the company. */
import type { Finding } from "../../programs/finding.ts";
import type { PlannedNoun, PlannedPort, WorstCase } from "../../programs/plan.ts";
import type { PriceList } from "../product/price_list.ts";

export type BuildDocument = {
  realm: number;
  buildId: string;
  tenantId: string;
  /** What the program is called. */
  name: string;
  /** Of the program in its normal form: the same program is one Build of a company. */
  digest: string;
  /** Of the source that it was built from first. */
  sourceDigest: string;
  language: string;
  compilerVersion: string;
  blueprintId?: string;
  blueprintRevision?: number;
  status: "ready";
  capabilities: readonly string[];
  pricing: BuildPricing;
  createdAtMs: number;
};

/** What a Product of the Build is charged. */
export type BuildPricing = Pick<PriceList, "currency" | "fees" | "usageRates">;

/** What a Build is made of; never changed. Key: the characters of its id after the prefix. */
export type BuildProgramDocument = {
  realm: number;
  /** The program in its normal form, as canonical JSON. */
  text: string;
  /** The operations that a key of a Product of the Build can reach. */
  operationIds: readonly string[];
  nouns: readonly PlannedNoun[];
  ports: readonly PlannedPort[];
  worstCase: readonly WorstCase[];
  /** What the checks found, none of it an error. */
  warnings: readonly Finding[];
};

/** Where a company's Build with a digest is. Key: `digestKey`. */
export type BuildDigestDocument = { realm: number; buildId: string };
