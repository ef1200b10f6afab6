/** Which fields the tiers ask of an entity: those of a tier, and of all tiers below it. */
import { KYC_TIERS, type KycTier } from "../ledger/roles.ts";
import type { EntityKind } from "./entity_document.ts";

/** A field that is submitted, and the tier that asks for it. */
export type AskedField = { field: string; tier: KycTier };

/** The fields that every entity has from its creation. */
const OF_EVERY_ENTITY: readonly string[] = ["displayName", "country"];

const ASKED: Readonly<Record<EntityKind, readonly AskedField[]>> = {
  person: askedOf("requiredFields"),
  organization: askedOf("organizationFields"),
};

function askedOf(of: "requiredFields" | "organizationFields"): readonly AskedField[] {
  return KYC_TIERS.flatMap(({ tier, ...fields }) =>
    fields[of]
      .filter((field) => !OF_EVERY_ENTITY.includes(field))
      .map((field) => ({ field, tier })),
  );
}

/** The fields that are submitted of an entity of this kind, up to and with those of `tier`. */
export function fieldsUpTo(kind: EntityKind, tier: KycTier): readonly AskedField[] {
  return ASKED[kind].filter((asked) => asked.tier <= tier);
}

/** The tier that asks an entity of this kind for the field; undefined where none does. */
export function tierOfField(kind: EntityKind, field: string): KycTier | undefined {
  return ASKED[kind].find((asked) => asked.field === field)?.tier;
}

/** The name of every field that some tier asks of somebody. */
export const KYC_FIELD_NAMES: readonly string[] = [
  ...new Set([...ASKED.person, ...ASKED.organization].map(({ field }) => field)),
];
