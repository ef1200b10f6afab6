/** What preparations are made with, in every thread that makes them. */
import type { PreparationParts } from "../access/preparation.ts";
import type { SealKeys } from "../access/seal_keys.ts";
import type { DataDirectory } from "../data_directory.ts";
import type { SharedRings } from "../keys/key_rings.ts";
import type { Options } from "../options.ts";

type Parts = { options: Options; directory: DataDirectory; baseUrl: string };

export function preparationParts(
  { options, directory, baseUrl }: Parts,
  { sealKeys, rings }: { sealKeys: SealKeys; rings: SharedRings },
): PreparationParts {
  return {
    peppers: rings.peppers.memory,
    ledgerShards: directory.shards,
    sealKeys: sealKeys.memory,
    identityLimit: options.limitIdentityEmail,
    entityKeysPath: directory.entityKeysPath,
    allowsLoopback: options.allowLoopback,
    publicUrl: baseUrl,
  };
}
