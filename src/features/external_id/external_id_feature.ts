/** Names that callers give their things; each thing tells its own. */
import type { Feature } from "../../contract/feature.ts";
import { createExternalIdState, type ExternalIdState } from "./external_id.ts";

export const externalIdFeature = {
  operations: [],
  createState: createExternalIdState,
  tables: ({ externalIds }) => [externalIds],
} satisfies Feature<ExternalIdState>;
