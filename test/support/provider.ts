/** The reference provider as a process, for tests: started, killed, told what to do; and its book. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programOf } from "../../scripts/program.ts";
import { keptFetch } from "./kept_fetch.ts";

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export type ProviderProcess = {
  child: ChildProcess;
  url: string;
  /** The effects in its book when it started. */
  effects: number;
  /** Resolves with how the process has ended. */
  exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
};

/** Starts it on a free port; `environment` is added to that of this process. */
export async function startProvider(
  { bookPath, secret }: { bookPath: string; secret: string },
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProviderProcess> {
  const { file, options } = programOf(join(import.meta.dirname, "../../scripts/provider.ts"));
  const args = [...options, file, "--port", "0", "--book", bookPath, ...flags];
  const env = { ...process.env, ...environment, PROVIDER_SECRET: secret };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  child.once("exit", () => children.delete(child));
  const exit = once(child, "exit") as ProviderProcess["exit"];
  const early = exit.then(([code, signal]) => {
    throw new Error(`the provider ended before it served: ${code ?? signal}`);
  });
  const lines = createInterface(child.stdout);
  const [line] = (await Promise.race([once(lines, "line"), early])) as [string];
  const [, url = "", effects] = /serving at (\S+), (\d+) effects/.exec(line) ?? [];
  return { child, url, effects: Number(effects), exit };
}

export async function killProvider({ child, exit }: ProviderProcess): Promise<void> {
  child.kill("SIGKILL");
  await exit;
}

/** Asks the control route `path` of the provider at this URL; resolves with the status of its answer. */
export async function controlProvider(url: string, path: string, body: object): Promise<number> {
  const sent = { method: "POST", body: JSON.stringify(body) };
  const answer = await keptFetch(`${url}/control/${path}`, sent);
  await answer.text();
  return answer.status;
}

/** Arms a fault for so many times. */
export async function armProvider({ url }: ProviderProcess, mode: string, count = 1) {
  const status = await controlProvider(url, "faults", { mode, count });
  if (status !== 200) throw new Error(`the provider has no fault ${mode}`);
}

/** The whole lines of a book of one kind. */
export function bookLines(bookPath: string, kind: string): Record<string, unknown>[] {
  return readFileSync(bookPath, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ line }) => line === kind);
}
