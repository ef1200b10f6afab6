/**
 * What was submitted of an entity, each field sealed under the entity's own key. Its key is that of the
 * entity. Apart from the profile, because it is long and seldom needed.
 */
export type KycValuesDocument = {
  realm: number;
  entityId: string;
  /** The sealed text of each field, by the field's name. */
  sealed: Readonly<Record<string, string>>;
};
