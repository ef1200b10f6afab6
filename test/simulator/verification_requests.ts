/** Random requests about verifications, and what the simulated provider of a sandbox is told to do. */
import { bankOutcome } from "./bank_requests.ts";
import type { Draft, Habits } from "./habits.ts";
import { type Entity, latest, type Realm, type Verification } from "./model/model.ts";
import type { Random } from "./random.ts";

export const VERIFICATION_WEIGHTS: readonly (readonly [number, string])[] = [
  [8, "entity.kyc.verification.start"],
  [1.5, "entity.kyc.verification.cancel"],
  [3, "sandbox.kyc_outcome.create"],
  [2, "sandbox.provider_outcome.create"],
  [2, "sandbox.provider_fault.create"],
  [4, "sandbox.clock.advance"],
];
/** In live, where no test decides for the provider. */
export const LIVE_VERIFICATION_WEIGHTS: typeof VERIFICATION_WEIGHTS = [
  [10, "entity.kyc.verification.start"],
  [3, "entity.kyc.verification.cancel"],
  [0.5, "sandbox.kyc_outcome.create"],
  [0.3, "sandbox.provider_outcome.create"],
  [0.3, "sandbox.provider_fault.create"],
];

export const VERIFICATION_DRAFTS: Readonly<
  Record<string, (habits: Habits, realm: Realm) => Draft>
> = {
  "entity.kyc.verification.start": (habits, realm) => {
    const { random } = habits;
    const isReady = ({ standing, isInReview }: Entity) => standing === "pending" && !isInReview;
    const tier = random.chance(0.96) ? "tier_1" : "tier_2";
    return { path: [entityId(habits, realm, isReady)], body: { tier } };
  },
  "entity.kyc.verification.cancel": (habits, realm) => {
    const verificationId = idOfVerification(habits, realm, isOpen);
    const verification = latest(realm.verifications, verificationId);
    const own = verification?.entityId;
    const isUsual = own !== undefined && habits.random.chance(0.9);
    return { path: [isUsual ? own : entityId(habits, realm, () => true), verificationId] };
  },
  "sandbox.kyc_outcome.create": (habits, realm) => {
    const { random } = habits;
    const verificationId = idOfVerification(habits, realm, isOpen);
    const own = latest(realm.verifications, verificationId)?.entityId;
    const named = random.chance(0.8) ? own : entityId(habits, realm, () => true);
    return {
      body: {
        ...{ verificationId, outcome: outcome(random) },
        ...(named !== undefined && random.chance(0.3) && { entityId: named }),
      },
    };
  },
  "sandbox.provider_outcome.create": (habits, realm) => {
    const { payouts, beneficiaries } = realm.bank;
    const hasMandates = realm.program !== undefined && beneficiaries.size > 0;
    const isOfBank = (payouts.size > 0 || hasMandates) && habits.random.chance(0.8);
    if (isOfBank) return bankOutcome(habits, realm);
    return {
      body: {
        resource: { type: "verification", id: idOfVerification(habits, realm, isOpen) },
        outcome: outcome(habits.random),
      },
    };
  },
  "sandbox.provider_fault.create": ({ random }, { productId }) => ({
    body: {
      productId: random.chance(0.95) ? productId : "prod_unknown",
      provider: "simulator",
      mode: random.pick(["reject", "fail", "timeout"]),
      count: random.pick([0, 1, 1, 2, 3]),
    },
  }),
};

function outcome(random: Random): string {
  return random.weighted([
    [4, "verified"],
    [2, "rejected"],
    [5, "requires_input"],
    [0.5, "posted"],
  ]);
}

function isOpen({ status }: Verification): boolean {
  return status === "processing" || status === "requires_input" || status === "pending";
}

type Kinds = { entities: Entity; verifications: Verification };

function entityId(habits: Habits, realm: Realm, fits: (entity: Entity) => boolean): string {
  return idOf(habits, realm, { kind: "entities", unknown: "ent_unknown" }, fits);
}

function idOfVerification(
  habits: Habits,
  realm: Realm,
  fits: (verification: Verification) => boolean,
): string {
  return idOf(habits, realm, { kind: "verifications", unknown: "ver_unknown" }, fits);
}

/** As a rule the id of a thing that fits; else of any, of another realm, or of nothing. */
function idOf<K extends keyof Kinds>(
  { random, realms }: Habits,
  realm: Realm,
  { kind, unknown }: { kind: K; unknown: string },
  fits: (thing: Kinds[K]) => boolean,
): string {
  const from = random.chance(0.93) ? realm : random.pick(realms());
  const ids = [...from[kind].keys()];
  const fitting = ids.filter((id) =>
    fits(latest<Entity | Verification>(from[kind], id) as Kinds[K]),
  );
  const some = fitting.length > 0 && random.chance(0.85) ? fitting : ids;
  return some.length === 0 || random.chance(0.03) ? unknown : random.pick(some);
}
