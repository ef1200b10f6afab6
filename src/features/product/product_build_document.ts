/** What a realm keeps of the Builds of its Product: each Build that was installed, and the one that runs. */

/**
 * A Build as it was installed in a realm. Stays in the `state` database, because of its text. Key: `buildKey`.
 * Installed again after another one, it has the time and number of its last installation.
 */
export type ProductBuildDocument = {
  realm: number;
  buildId: string;
  digest: string;
  /** What the program is called. */
  name: string;
  /** The program in its normal form, as canonical JSON. */
  text: string;
  appliedAtMs: number;
  /** The Product's first Build is 1, each that is applied after it one more. */
  revision: number;
};

/** One installation of a Build: what a list shows of it. */
export type AppliedBuild = Omit<ProductBuildDocument, "realm" | "text">;

/** What a realm runs now; in memory, because each call asks for it. Key: `programKey`. */
export type ProductProgramDocument = {
  realm: number;
  buildId: string;
  digest: string;
  appliedAtMs: number;
  /** The Product's own accounts: their ids by `accountKey`. */
  accounts: Readonly<Record<string, string>>;
  /** The kinds of which no object may be made any more, and none of which may be used. */
  retiredKinds: readonly string[];
  revision: number;
  /** Every installation in the realm, the first one first; the last one runs. */
  applied: readonly AppliedBuild[];
};

/** The document of a realm's Build in its table, in which no two realms may share a key. */
export function buildKey(realm: number, buildId: string): string {
  return `${realm}.${buildId}`;
}

export function programKey(realm: number): string {
  return String(realm);
}

/** An account of the Product, by what its program calls it. */
export function accountKey(name: string, currency: string): string {
  return `${name}.${currency}`;
}
