/** Opens the operator's socket over a process that serves: what its commands act on. */
import { openSealer } from "../access/sealer.ts";
import { rotateSealKey, withinTime } from "../keys/seal_rotation.ts";
import { openControl } from "../operator/control.ts";
import type { CreditCommandParts } from "../operator/credit_commands.ts";
import type { KeyCommandParts } from "../operator/key_commands.ts";
import {
  type ProviderCommandParts,
  resealProviders,
  type StepAnswer,
} from "../operator/provider_commands.ts";
import { CreditViews } from "../relay/credit_views.ts";
import { comparisonsOfView, providersOfView } from "../relay/provider_shard.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Platform, PlatformParts } from "./platform.ts";
import type { PlatformStep } from "./shard_handlers.ts";

type Parts = Pick<PlatformParts, "options" | "directory" | "logger">;

export async function openOperatorSocket(
  platform: Platform,
  { options, directory, logger }: Parts,
): Promise<{ close(): void }> {
  const { operator } = platform;
  const providers = providerCommandParts(platform, options);
  return await openControl({
    directory,
    operator,
    rotateSealKey: (user) =>
      rotateSealKey({
        ring: directory.sealKeys,
        keys: platform.sealKeys,
        settled: () => platform.settled(),
        reseal: async (keyId) => ({
          webhookEndpoints: await operator.reseal(keyId, user),
          providers: await resealProviders(providers, user),
        }),
        rewrap: () => platform.entityKeys.rewrap(),
      }),
    keys: keyCommandParts(platform, logger),
    providers,
    credits: creditCommandParts(platform),
    bank: (asked) => platform.outbox.bank(asked),
  });
}

function providerCommandParts(
  platform: Platform,
  { allowLoopback }: Parts["options"],
): ProviderCommandParts {
  return {
    sealer: openSealer(platform.sealKeys),
    providers: async () => (await platform.operator.ledgerViews()).map(providersOfView),
    async step(shard, operation, input) {
      const step: PlatformStep = { operation, input };
      return (await platform.askLedger(shard, "step", step)) as StepAnswer;
    },
    async comparisons() {
      const [first] = await platform.operator.ledgerViews();
      return comparisonsOfView(first as ShardView);
    },
    reconcile: (name) => platform.outbox.reconcile(name),
    allowsLoopback: allowLoopback,
    nowMs: Date.now,
  };
}

function creditCommandParts(platform: Platform): CreditCommandParts {
  const { operator } = platform;
  return {
    view: async () => {
      const [first] = await operator.ledgerViews();
      return (first as ShardView).refreshed() as ShardView;
    },
    async step(shard, operation, input) {
      const step: PlatformStep = { operation, input };
      return (await platform.askLedger(shard, "step", step)) as StepAnswer;
    },
    async address(provider, financialAddressId) {
      const views = new CreditViews();
      for (const view of await operator.ledgerViews()) views.add(view);
      return views.addressesOf(provider, { financialAddressId })[0];
    },
    async take({ shard, realm }, input) {
      const report = { realm, operation: "received_credit.take" as const, input };
      return (await platform.askLedger(shard, "record", report)) as StepAnswer;
    },
  };
}

function keyCommandParts(platform: Platform, logger: Parts["logger"]): KeyCommandParts {
  const { operator, rings } = platform;
  return {
    rings,
    settled: () => withinTime(Promise.all([platform.settled(), operator.settled()])),
    heads: () => operator.heads(),
    signWith: (pem, fromMs) => platform.signWith(pem, fromMs),
    nowMs: Date.now,
    pepperNeeds: (untilMs) => operator.pepperNeeds(untilMs),
    logger,
  };
}
