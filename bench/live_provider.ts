/** The reference provider in a process of its own, built as the server is; and what stands in its book. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { askControl } from "../src/operator/control_client.ts";
import { built } from "./built.ts";
import { guarded, ROOT } from "./child.ts";
import { newDirectory, type RunningServer } from "./server.ts";

/** The provider's name at the server. */
const NAME = "bench";
/** A memory disk, where the machine has one: how fast the provider's disk is shall not be measured. */
const MEMORY_DISK = "/dev/shm";
/** Stands in the configuration until the provider listens: nothing is asked of it before. */
const NOWHERE = "http://127.0.0.1:8090";
const SERVING = /serving at (\S+),/;

/** `sentTwice`: the effects that were sent although the book had them. */
export type ProviderBookCounts = { effects: number; sentTwice: number };
/** `newsUrl`, `secret`: where the provider tells its news, and what it signs them with. */
export type RunningProvider = {
  newsUrl: string;
  secret: string;
  counts(): Promise<ProviderBookCounts>;
  stop(): Promise<void>;
};

/** Sends an operator's command to the server; resolves with its answer. */
export async function operate(
  { dataDir }: RunningServer,
  command: string,
  flags: Record<string, string>,
): Promise<Record<string, unknown>> {
  return (await askControl(dataDir, { command, arguments: flags })) as Record<string, unknown>;
}

/** Starts the provider with an empty book, and configures it at the server: it tells what it decides, at once. */
export async function startLiveProvider(
  server: RunningServer,
  scratch: string,
  kind: "verification" | "bank" = "verification",
): Promise<RunningProvider> {
  const provider = { name: NAME, kind };
  const made = await operate(server, "provider set", { ...provider, url: NOWHERE });
  const secret = String(made["secret"]);
  const program = await built("scripts/provider.ts");
  const folder = existsSync(MEMORY_DISK) ? MEMORY_DISK : scratch;
  const { path, remove } = await newDirectory(folder, "provider");
  const newsUrl = `http://127.0.0.1:${server.port}/provider-news/${NAME}`;
  const flags = [
    ...["--port", "0", "--kind", kind, "--book", join(path, "book.jsonl")],
    ...["--news-url", newsUrl, "--decide-after", "0"],
  ];
  const child = spawn(process.execPath, [program, ...flags], {
    cwd: ROOT,
    env: { ...process.env, PROVIDER_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopChild = guarded(child);
  const stop = async () => {
    await stopChild();
    await remove();
  };
  try {
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the provider ended with ${code}`);
    });
    ended.catch(() => {});
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    const [, url = ""] = SERVING.exec(String(line)) ?? [];
    await operate(server, "provider set", { ...provider, url });
    return { newsUrl, secret, counts: () => countsOf(url), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function countsOf(url: string): Promise<ProviderBookCounts> {
  const answer = await fetch(`${url}/control/book`);
  const { effects, sentTwice } = (await answer.json()) as { effects: number; sentTwice: string[] };
  return { effects, sentTwice: sentTwice.length };
}
