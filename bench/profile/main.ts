/**
 * `npm run profile`: what a request costs by thread and by room; see --help, and README.md in the
 * folder above. Nothing is recorded: the table is for whoever is about to make something cheaper.
 */
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { OptionError } from "../../src/base/option_error.ts";
import type { Load } from "./loads.ts";
import { openProfiledBank, type Profile } from "./measure.ts";
import { type ProfileCommand, parseProfileOptions, profileUsage } from "./options.ts";
import { functionTable, roomTable } from "./table.ts";

const FAILED = 1;
const MISUSED = 2;

/** Progress goes to standard error, so that the tables can be piped. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
  const command = parseProfileOptions(process.argv.slice(2));
  if (command === "help") {
    process.stdout.write(profileUsage());
    return;
  }
  for (const load of command.loads) await profileLoad(command, load);
}

/** Each load has a server of its own, so that none finds what another has left. */
async function profileLoad(command: ProfileCommand, load: Load): Promise<void> {
  const { seconds, warmUpSeconds, edges, intervalUs } = command;
  const settings = { ...command.settings, say };
  const keepIn = command.keepIn === undefined ? undefined : resolve(command.keepIn, load.name);
  if (keepIn !== undefined) await mkdir(keepIn, { recursive: true });
  say(`${load.name}: ${load.title}`);
  const profiled = await openProfiledBank(settings, {
    flags: ["--edges", String(edges)],
    intervalUs,
    ...(keepIn !== undefined && { keepIn }),
  });
  try {
    await load.prepare?.(profiled.bank, settings, Math.max(1, warmUpSeconds));
    if (warmUpSeconds > 0) await load.turn(profiled.bank, settings, warmUpSeconds);
    const profile = await profiled.measure(load, seconds);
    await profiled.bank.check();
    process.stdout.write(textOf(command, load, profile));
  } finally {
    await profiled.close();
  }
}

function textOf({ settings, edges }: ProfileCommand, load: Load, profile: Profile): string {
  const whole = (value: number) => Math.round(value).toLocaleString("en-US");
  const { perSecond, profiledPerSecond } = profile;
  const connections = Math.min(settings.connections, load.connectionsMax ?? settings.connections);
  return `
${load.name}: ${load.title}
Microseconds of processor time for each ${load.unit}, without what the load itself takes.
${connections} connections, edges: ${edges}. ${whole(perSecond)} a second; with the profiler ${whole(profiledPerSecond)}.

${roomTable(profile)}

The most expensive functions, by the time in themselves and in native code that they call:

${functionTable(profile)}
`;
}

// The handlers of "exit" end every child; a signal alone would not run them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

main().catch((cause: Error) => {
  say(cause instanceof OptionError ? cause.message : `${cause.stack}`);
  process.exitCode = cause instanceof OptionError ? MISUSED : FAILED;
});
