/**
 * What is submitted of entities, now and then, by commands of the platform itself: of those of which nothing
 * was, or whose provider asks again. The sealing before a submission is not in the simulation.
 */
import { PLATFORM_REALM_KEY } from "../../src/contract/records/platform_realm.ts";
import { systemCommand } from "../../src/shard/system_command.ts";
import type { Auditor } from "./auditor.ts";
import { type Entity, latest } from "./model/model.ts";
import type { Random } from "./random.ts";
import type { RunningShard } from "./server.ts";
import type { Timeline } from "./timeline.ts";

export type SubmissionParts = {
  random: Random;
  auditor: Auditor;
  timeline: Timeline;
  running: RunningShard;
  key: string;
  /** False once the server has ended. */
  isAlive: () => boolean;
};

const PROVIDER = {
  ...{ provider: "acme", kind: "verification", url: "https://acme.example/api", user: "simulator" },
  secret: { sealed: "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA", prefix: "whsec_sim" },
};
const BANK = { ...PROVIDER, provider: "bank", kind: "bank", url: "https://bank.example/api" };

/** Says who serves in live, where nobody does on the shard. */
export async function configureProviders(
  { reporter, journal }: RunningShard,
  hasBank: boolean,
): Promise<void> {
  const { providers } = journal.state;
  if (providers.size === 0) await reporter.step("provider.configure", PROVIDER);
  if (hasBank && providers.size < 2) await reporter.step("provider.configure", BANK);
}

const ADDRESS = {
  line1: "12 St James's Square",
  city: "London",
  postalCode: "SW1Y",
  country: "GB",
};
const CONTACT = { legalName: "Augusta Ada King", email: "ada@example.com", phone: "+442079460000" };
/** What the first tier asks for, by the kind of the entity. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  person: { ...CONTACT, dateOfBirth: "1985-12-10", address: ADDRESS },
  organization: { ...CONTACT, registrationNumber: "00445790", registeredAddress: ADDRESS },
};

export function submitNowAndThen(parts: SubmissionParts): void {
  const { random, auditor, timeline, key, isAlive } = parts;
  const act = () => {
    if (!isAlive()) return;
    const entities = auditor.realms.get(key)?.entities ?? new Map();
    const wanted = [...entities.keys()]
      .map((id) => latest<Entity>(entities, id) as Entity)
      .filter(({ standing, isInReview }) => {
        const isNeeded = standing === "none" || standing === "rejected";
        return !isInReview && (isNeeded || random.chance(0.05));
      });
    if (wanted.length > 0) submit(parts, random.pick(wanted));
    timeline.after(random.between(10, 40), act);
  };
  timeline.after(random.between(0, 10), act);
}

function submit({ auditor, running, key }: SubmissionParts, { entityId, kind }: Entity): void {
  const realm = running.journal.realms.get(key);
  if (realm === undefined || key === PLATFORM_REALM_KEY) return;
  const fields = FIELDS[kind] ?? {};
  const sealed = Object.fromEntries(Object.keys(fields).map((name) => [name, `sealed ${name}`]));
  const input = { entityId, tier: "tier_1", fields };
  const requestId = `platform_${auditor.askedOfPlatform()}`;
  auditor.expectOfPlatform(requestId, input);
  const command = systemCommand("entity.kyc.submit", input, realm, "platform", 0);
  const prepared = { kind: "sealed", sealed, digest: "" };
  running.mailbox.run({ ...command, requestId, prepared }).catch(() => undefined);
}
