/**
 * The operator's calls, and what main does with announcements, put together with all features. Main loads the module
 * when it has started the threads of shards and edges, which load meanwhile what they need.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import { Credentials } from "../access/credentials.ts";
import type { EntityKeys } from "../access/entity_sealer.ts";
import { openPeppers } from "../access/peppers.ts";
import type { PreparationParts } from "../access/preparation.ts";
import { FactCodecs } from "../contract/records/record_codec.ts";
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import { OPERATOR_OPERATIONS, PLATFORM_REGISTRY, SHARD_REGISTRY } from "../features/registry.ts";
import type { SharedRings } from "../keys/key_rings.ts";
import { Operator } from "../operator/operator.ts";
import type { NewRealm } from "../shard/mailbox.ts";
import type { ShardView } from "../views/shard_view.ts";
import { credentialDirectory, findersOf } from "./credential_directory.ts";
import { openShardView } from "./open_shard_view.ts";
import { Provisioner } from "./provisioner.ts";
import type { ShardFiles } from "./worker_data.ts";

export type OperatorWiring = {
  /** The platform shard and every ledger shard, with main's port to each. */
  shards: readonly (ShardFiles & { port: MessagePort })[];
  rings: SharedRings;
  preparation: PreparationParts;
  entityKeys: EntityKeys;
  /** Opens realms in a ledger shard; resolves when they are open. */
  openRealms: (shard: number, realms: readonly NewRealm[]) => Promise<void>;
  logger: Logger;
};

export function openOperator(wiring: OperatorWiring): Operator {
  const { shards, rings, preparation, entityKeys, openRealms, logger } = wiring;
  const views = new Map<number, ShardView>();
  const found = credentialDirectory(findersOf(PLATFORM_REGISTRY), shards, views);
  const credentials = new Credentials(openPeppers(rings.peppers.memory), undefined, found);
  const provisioner = new Provisioner({
    credentials,
    openRealms,
    onFault: (shard, err) => logger.error({ err, shard }, "realms wait for the next start"),
  });
  return new Operator({
    shards,
    *openViews() {
      const { codecs } = SHARD_REGISTRY;
      const saltSecrets = openSaltSecrets(rings.memory.salts);
      for (const files of shards) {
        yield openShardView(files, { codecs: new FactCodecs(codecs), saltSecrets });
      }
    },
    operations: OPERATOR_OPERATIONS,
    credentials,
    views,
    apply: (announcements) => provisioner.apply(announcements),
    keys: rings.memory,
    preparation,
    entityKeys,
    log: { fault: (message, err) => logger.error({ err }, message) },
  });
}
