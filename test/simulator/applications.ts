/**
 * Another Build is applied to a Product that runs a program: the platform installs it in the realm. It owes that until
 * it has an answer, so after a crash it asks again, whether or not the Build was installed.
 */
import { systemCommand } from "../../src/shard/system_command.ts";
import type { Auditor } from "./auditor.ts";
import { NEXT_BUILD } from "./editions.ts";
import type { Input } from "./model/model.ts";
import type { Random } from "./random.ts";
import type { RunningShard } from "./server.ts";
import type { Timeline } from "./timeline.ts";

export type ApplicationParts = {
  random: Random;
  auditor: Auditor;
  timeline: Timeline;
  running: RunningShard;
  key: string;
  /** False once the server has ended. */
  isAlive: () => boolean;
  /** The keys of the realms of which the platform has an answer. */
  applied: Set<string>;
};

/** The place of a record of the platform shard, which the simulation does not have. */
export const ORIGIN = 8_192;

const KINDS = [["booking", "seat", "deal"], ["seat", "booking"], ["deal", "booking"], ["booking"]];

export function applySomeTime(parts: ApplicationParts): void {
  const { random, timeline, key, isAlive, applied } = parts;
  if (applied.has(key)) return;
  const migrate = random.pick(KINDS);
  timeline.after(random.between(5, 160), () => {
    if (isAlive()) apply(parts, migrate).catch(() => undefined);
  });
}

async function apply(
  { auditor, running, key, applied }: ApplicationParts,
  migrate: string[],
): Promise<void> {
  const realm = running.journal.realms.get(key);
  if (realm === undefined) return;
  const input = { build: NEXT_BUILD, origin: ORIGIN, migrate } as Input;
  const requestId = `platform_${auditor.askedOfPlatform()}`;
  auditor.expectOfPlatform(requestId, input);
  const command = systemCommand("product.build.install", input, realm, "platform", 0);
  await running.mailbox.run({ ...command, requestId, prepared: { user: "simulator" } });
  applied.add(key);
}
