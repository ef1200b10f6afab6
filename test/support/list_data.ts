/**
 * The data of test/api/list_pages.test.ts: items of every list, some of them at the same time, in two months, made by
 * the cases of the nouns. The clock of the server is moved, and at the end it stands after all of them.
 */
import { setTimeout } from "node:timers/promises";
import { type Client, expect, openClient } from "./client.ts";
import type { Known } from "./list_cases.ts";
import { type ListStage, NOUN_CASES } from "./noun_cases.ts";
import { openPeople } from "./people.ts";
import type { Server } from "./server.ts";
import type { TestClock } from "./test_clock.ts";

const HOUR_MS = 3_600_000;
const MONTH_MS = 32 * 24 * HOUR_MS;

/** The clients that read the lists, and what their requests name. */
export type ListData = { known: Known; member: Client; close(): void };

export async function populateLists(
  server: Server,
  client: Client,
  clock: TestClock,
): Promise<ListData> {
  const { stage, close } = await openStage(server, client, clock);
  const known: Record<string, string> = { productId: client.productId };
  await stage.logIn();
  for (const { listed } of NOUN_CASES) Object.assign(known, await listed?.(stage, known));
  stage.pass(MONTH_MS);
  await stage.logIn();
  for (const { listedLater } of NOUN_CASES) Object.assign(known, await listedLater?.(stage, known));
  stage.pass(1);
  // What the test asks for comes later.
  known["createdTo"] = new Date(stage.nowMs()).toISOString();
  stage.pass(HOUR_MS);
  for (const { listsSettled } of NOUN_CASES) await listsSettled?.(stage, known);
  return { known, member: stage.member, close };
}

async function openStage(server: Server, client: Client, clock: TestClock) {
  const { email, password, personalAccessToken: apiKey } = server.demo.founder;
  const people = await openPeople(server);
  const { productId, contract } = client;
  const member = await openClient(server, { productId, apiKey }, { contract });
  const founder = people.browser(email);
  const closing = [people.close, member.close];
  const stage: ListStage = {
    server,
    people,
    client,
    member,
    founder,
    async logIn() {
      await people.logIn(founder, { password });
    },
    nowMs: clock.nowMs,
    pass: (ms) => clock.set(clock.nowMs() + ms),
    until,
    async untilUsed(reader, path) {
      const now = new Date(clock.nowMs()).toISOString();
      await until(async () => {
        const items = expect(await reader.get(path), 200).items();
        return items.some(({ lastUsedAt }) => lastUsedAt === now);
      });
    },
    atEnd: (close) => closing.push(close),
  };
  const close = () => {
    for (const one of closing) one();
  };
  return { stage, close };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}
