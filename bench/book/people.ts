/**
 * Fills the platform shard of a data directory at rest with companies, their Products and keys, and with
 * people and their sessions. The facts are those of the real operations, decided and applied by the real
 * journal; those of some keys, or people, share a record. A server that starts on the directory serves all of them.
 */
import { Type } from "@sinclair/typebox";
import { hashPassword } from "../../src/access/passwords.ts";
import {
  accept,
  type DecisionContext,
  declareWrite,
} from "../../src/contract/declare/operation.ts";
import type { NewCredential } from "../../src/contract/declare/preparation.ts";
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import { PLATFORM_NAMES, PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import { lockDataDirectory, openDataDirectory } from "../../src/data_directory.ts";
import { keyMade } from "../../src/features/platform/api_key_making.ts";
import type { ApiKeyChanged } from "../../src/features/platform/platform_facts.ts";
import { productMade } from "../../src/features/platform/product_making.ts";
import { PLATFORM_REGISTRY, type PlatformShardState } from "../../src/features/registry.ts";
import { SESSIONS_MAX } from "../../src/features/session/session_end.ts";
import { newSession } from "../../src/features/session/session_facts.ts";
import { newMember } from "../../src/features/tenant/tenant_facts.ts";
import type { UserFact } from "../../src/features/user/user_facts.ts";
import { secretBytesOf } from "../../src/keys/key_files.ts";
import { recover } from "../../src/shard/recovery.ts";
import { keyAt, sessionAt } from "./credentials.ts";
import { journalOf, openFiles, savingOf } from "./shard.ts";

/** Users, sandbox keys and browser sessions that are in force. */
export type PeopleCounts = { users: number; keys: number; sessions: number };

/** Keys of one Product; each Product has a company of its own, and the users are members in turn. */
const KEYS_PER_PRODUCT = 1_000;
/** Keys of one record; they are alike but for what makes each a key of its own. */
const KEYS_PER_RECORD = 50;
/** With as many sessions as a person may have, the ids of one record suffice. */
const USERS_PER_RECORD = 10;
const SCOPES = ["accounts:read", "accounts:write", "transfers:read", "transfers:write"];
const FROM = { address: "203.0.113.7", userAgent: "bench/1" };

/** Fills the directory in `dataDir`, which no server uses; resolves with the time it took. */
export async function fillPeople(
  dataDir: string,
  { users, keys, sessions }: PeopleCounts,
): Promise<{ seconds: number }> {
  const startedMs = performance.now();
  const { rings, shards } = openDataDirectory(dataDir, { shards: undefined, demo: false });
  const pepper = secretBytesOf(rings.pepper.current);
  const passwordHash = await hashPassword("correct horse battery staple");
  const platform = await openPlatform(dataDir);
  const write = async (count: number, factsOf: FactsOf) => {
    platform.write(count, factsOf);
    await platform.writeIfDue();
  };
  const companies: Company[] = [];
  for (let at = 0; at < Math.max(1, Math.ceil(keys / KEYS_PER_PRODUCT)); at++) {
    await write(2, (state, context) => {
      const { newId, nowMs } = context;
      const tenant = { tenantId: newId("ten"), name: `Bench ${at}`, createdAtMs: nowMs };
      const draft = { tenantId: tenant.tenantId, name: `Bench ${at}`, liveActivated: false };
      const product = productMade(state, draft, context, shards);
      companies.push(product);
      return [
        { kind: "tenant.created.1", tenant } as Fact,
        { kind: "product.created.1", product } as Fact,
      ];
    });
  }
  for (let from = 0; from < keys; from += KEYS_PER_RECORD) {
    const { productId, tenantId } = companies[Math.floor(from / KEYS_PER_PRODUCT)] as Company;
    const some = numbers(from, Math.min(from + KEYS_PER_RECORD, keys));
    await write(some.length, (state, { nowMs }) => {
      const own = { environment: "sandbox", origin: "browser", scopes: SCOPES } as const;
      const draft = { ...own, name: `Key ${from}` };
      const { facts } = keyMade(state, { productId, tenantId }, draft, keyAt(from, pepper), nowMs);
      const first = facts.at(-1) as ApiKeyChanged;
      const others = some.slice(1).map((at): ApiKeyChanged => {
        const { apiKeyId, prefix, digest } = keyAt(at, pepper);
        const slot = first.apiKey.slot + at - from;
        const apiKey = { ...first.apiKey, apiKeyId, prefix, digest, slot, name: `Key ${at}` };
        return { ...first, apiKey };
      });
      return [...facts, ...others];
    });
  }
  for (let from = 0; from < users; from += USERS_PER_RECORD) {
    const some = numbers(from, Math.min(from + USERS_PER_RECORD, users));
    await write(some.length * 4, (_, context) =>
      some.flatMap((at) => {
        const { tenantId } = companies[at % companies.length] as Company;
        const ofUser = (user: number) => Math.floor((user * sessions) / users);
        const credentials = numbers(ofUser(at), ofUser(at + 1)).map((session) =>
          sessionAt(session, pepper),
        );
        return personOf(at, { tenantId, passwordHash, credentials }, context, at - from);
      }),
    );
  }
  await platform.close();
  return { seconds: (performance.now() - startedMs) / 1_000 };
}

type Company = { productId: string; tenantId: string };
type FactsOf = (
  state: PlatformShardState,
  context: Pick<DecisionContext, "nowMs" | "newId">,
) => readonly Fact[];

/** A user, owner of the company, and a session for each credential. `sub`: the user's number in its record. */
function personOf(
  at: number,
  own: { tenantId: string; passwordHash: string; credentials: readonly NewCredential[] },
  context: Pick<DecisionContext, "nowMs" | "newId">,
  sub: number,
): Fact[] {
  const { tenantId, passwordHash, credentials } = own;
  const { nowMs, newId } = context;
  const userId = newId("usr", sub);
  const named = { email: `user${at}@bench.example`, displayName: `User ${at}`, passwordHash };
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1 };
  const user: UserFact = { kind: "user.created.1", user: { userId, ...named, ...times } };
  const sessions = credentials.map((credential, number) => {
    const newSessionId = (prefix: string) => newId(prefix, sub * SESSIONS_MAX + number);
    const who = { userId, tenantId, mfa: false };
    return newSession(who, credential, FROM, { nowMs, newId: newSessionId });
  });
  return [user, newMember({ userId, tenantId, role: "owner" }, context, sub), ...sessions];
}

/** The platform shard of the directory, opened in this process and recovered as by a start. */
async function openPlatform(dataDir: string) {
  const lock = await lockDataDirectory(dataDir);
  const { log, store } = await openFiles(dataDir, { shard: "platform" });
  let factsOf: FactsOf = () => [];
  const fill = declareWrite<PlatformShardState>()({
    id: "bench.fill",
    summary: "Facts of a bench",
    tag: "Bench",
    http: { method: "POST", path: "/bench", status: 200 },
    principals: ["system"],
    scope: undefined,
    output: Type.Null(),
    refusals: [],
    events: [],
    decide: (state, _input, context) => accept(factsOf(state, context), null),
  });
  const operations = new Map(PLATFORM_REGISTRY.operations).set(fill.id, fill as never);
  const registry = { ...PLATFORM_REGISTRY, operations };
  const { journal, commit } = journalOf(log, { shard: PLATFORM_SHARD, registry });
  await recover(journal, { log, store }, () => undefined);
  const realm = journal.realms.get(realmKeyOf(PLATFORM_NAMES));
  if (realm === undefined) throw new Error("a server has opened the realm of the platform");
  const saving = savingOf(journal, commit, store);
  return {
    writeIfDue: saving.writeIfDue,
    /** One record with the facts, which counts as `count` when the state is written. */
    write(count: number, facts: FactsOf) {
      factsOf = facts;
      const { status, body } = journal.execute({
        ...{ operation: fill.id, requestId: "bench", realm, principalId: "platform" },
        ...{ actorType: "platform", actorId: "platform", cause: "platform" },
        ...{ idempotencyKey: undefined, input: {}, parentPlace: 0 },
      });
      if (status >= 300) throw new Error(`the facts were refused: ${body}`);
      saving.count(count);
    },
    async close() {
      await saving.settle();
      await store.close();
      await log.close();
      lock.close();
    },
  };
}

/** The whole numbers from `first` up to but without `below`. */
function numbers(first: number, below: number): number[] {
  return Array.from({ length: below - first }, (_, at) => first + at);
}
