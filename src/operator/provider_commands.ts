/**
 * `npm run admin -- provider set`, `list`, `remove`, `reconcile`: who serves in live, and whether the books agree. Each change is one step of every ledger
 * shard (decisions/0074); where a shard does not take it the command fails, and is run again.
 * Guarantees: a secret is told once, in the answer of the command that made it, and is in no record but sealed.
 */
import { randomBytes } from "node:crypto";
import type { Sealer } from "../access/sealer.ts";
import { isoTime } from "../base/iso_time.ts";
import { PROVIDER_KINDS, type ProviderKind, serves } from "../contract/messages/provider_kinds.ts";
import { SECRET_BYTES, SECRET_PREFIX } from "../contract/messages/webhook_signature.ts";
import { sealedParts } from "../contract/records/sealing.ts";
import { readWebhookUrl } from "../contract/values/webhook_url.ts";
import {
  ownerOfProvider,
  type ProviderDocument,
  providerSecretsInForce,
} from "../features/provider/provider_document.ts";
import { BANK_RAILS, PROVIDER_NAME_PATTERN } from "../features/provider/provider_schema.ts";
import type { ProviderComparisonDocument } from "../features/provider_comparison/provider_comparison_document.ts";
import { SIMULATOR } from "../features/provider_request/providers.ts";
import type { Given } from "./operator_command.ts";

/** Characters of a secret behind its prefix that stay readable. */
const SHOWN = 4;
/** A seal key that is not the current one is looked for so often, because documents may change meanwhile. */
const LOOKS_MAX = 100;

export type StepAnswer = { status: number; body: string | undefined };

export type ProviderCommandParts = {
  sealer: Sealer;
  /** The providers that each ledger shard has, with all that is acknowledged now, in the order of the shards. */
  providers(): Promise<readonly ProviderDocument[][]>;
  /** Runs a step in the platform's own realm of a ledger shard. */
  step(shard: number, operation: string, input: Record<string, unknown>): Promise<StepAnswer>;
  /** What came of the comparisons by the clock, with all that is acknowledged now. */
  comparisons(): Promise<readonly ProviderComparisonDocument[]>;
  /** Compares a provider's book with what is on record; rejects with a sentence. */
  reconcile(name: string): Promise<object>;
  /** Whether providers may be on this machine, also by http. */
  allowsLoopback: boolean;
  nowMs: () => number;
};

/** Configures a provider; the answer has its secret where that is new. */
export async function setProvider(parts: ProviderCommandParts, given: Given, user: string) {
  const { name = "", kind = "", url = "", "new-secret": isAsked, speaks = "http" } = given;
  if (!new RegExp(PROVIDER_NAME_PATTERN).test(name)) {
    throw new Error("--name is 1 to 40 of a-z, 0-9, _ and -, and begins with a letter");
  }
  if (name === SIMULATOR) throw new Error(`--name: ${SIMULATOR} is the provider of every sandbox`);
  if (!Object.hasOwn(PROVIDER_KINDS, kind)) {
    throw new Error(`--kind is ${Object.keys(PROVIDER_KINDS).join(" or ")}`);
  }
  if (speaks !== "files") {
    const fault = faultOfUrl(url, parts);
    if (fault !== undefined) throw new Error(`--url: ${fault}`);
  }
  const payeeChecks = payeeChecksOf(given["payee-checks"], kind as ProviderKind, speaks);
  const known = (await everyProvider(parts)).filter(({ provider }) => provider === name);
  const other = known.find((one) => one.kind !== kind);
  if (other !== undefined) {
    throw new Error(
      `--kind: provider ${name} is of kind ${other.kind}; another kind has another name`,
    );
  }
  if (speaks === "files") return await setBankByFiles(parts, { name, kind, url }, user);
  const shards = (await parts.providers()).length;
  // A shard that lacks it, because an earlier command was cut short, needs a secret that all have.
  const isNew = isAsked === "true" || known.length < shards || !isSame(known, parts);
  const secret = isNew ? newSecret(parts.sealer, name) : undefined;
  const input = {
    ...{ provider: name, kind, url, user },
    ...(payeeChecks !== undefined && { payeeChecks }),
    ...(secret && { secret: secret.sealed }),
  };
  await onEveryShard(parts, "provider.configure", input);
  const made = { provider: name, kind, environment: "live", url, status: "serving" };
  return secret === undefined ? made : { ...made, secret: secret.text };
}

/** A bank that speaks files has neither an address nor a secret: nobody connects to it, and it tells nothing over HTTP. */
async function setBankByFiles(
  parts: ProviderCommandParts,
  { name: provider, kind, url }: { name: string; kind: string; url: string },
  user: string,
) {
  if (url !== "") throw new Error("--url: a bank that speaks files has none");
  const input = { provider, kind, url, speaks: "files", user };
  await onEveryShard(parts, "provider.configure", input);
  return { provider, kind, environment: "live", speaks: "files", status: "serving" };
}

/** All providers, without their secrets, each with what came of the newest comparison of its books by the clock. */
export async function listProviders(parts: ProviderCommandParts) {
  const [known = []] = await parts.providers();
  const compared = new Map((await parts.comparisons()).map((one) => [one.provider, one]));
  return known.map((one) => {
    const { provider, kind, environment, url, status, secretPrefix, createdAtMs } = one;
    const { speaks, accounts, payeeChecks } = one;
    const { length: secretsInForce } = providerSecretsInForce(one, parts.nowMs());
    const createdAt = isoTime(createdAtMs);
    const shown = { provider, kind, environment, status };
    const last = compared.get(provider);
    const lastComparison = last && shownComparison(last);
    if (speaks === "files") {
      const bank = { ...shown, speaks, accounts: accounts ?? [], createdAt };
      return { ...bank, ...(lastComparison !== undefined && { lastComparison }) };
    }
    return {
      ...{ provider, kind, environment, url, status },
      ...(payeeChecks !== undefined && { payeeChecks }),
      ...{ secretPrefix, secretsInForce, createdAt },
      ...(lastComparison !== undefined && { lastComparison }),
    };
  });
}

/** Differences are by kind, those of the newest comparison that came to its end. */
function shownComparison(one: ProviderComparisonDocument) {
  const { night, outcome, fault, failures, differences, comparedAtMs, agreedAtMs } = one;
  const counts = differences.map(({ difference, count }) => [difference, count]);
  return {
    ...{ night, outcome, failures },
    ...(fault !== undefined && { fault }),
    differences: Object.fromEntries(counts) as Record<string, number>,
    ...(comparedAtMs !== undefined && { comparedAt: isoTime(comparedAtMs) }),
    ...(agreedAtMs !== undefined && { agreedAt: isoTime(agreedAtMs) }),
  };
}

/** Whether the provider's book and the platform's records agree, and where they do not. */
export async function reconcileProvider(parts: ProviderCommandParts, { name = "" }: Given) {
  // The outbox sees what the views show: also an address that was set right before.
  await parts.providers();
  return { provider: name, ...(await parts.reconcile(name)) };
}

/** Retires a provider. */
export async function removeProvider(parts: ProviderCommandParts, given: Given, user: string) {
  const { name = "" } = given;
  const known = (await everyProvider(parts)).filter(({ provider }) => provider === name);
  if (known.length === 0) throw new Error(`no provider is called ${name}`);
  if (known.every(({ status }) => status === "retired")) {
    throw new Error(`provider ${name} is retired already`);
  }
  await onEveryShard(parts, "provider.retire", { provider: name, user }, [404, 409]);
  return { provider: name, status: "retired" };
}

/** Seals the secrets of every provider anew that are not sealed under the current key; how many providers. */
export async function resealProviders(parts: ProviderCommandParts, user: string): Promise<number> {
  const { sealer } = parts;
  const names = new Set<string>();
  for (let looks = 0; ; looks++) {
    const due = (await parts.providers()).flatMap((known, shard) =>
      known
        .filter(({ secrets }) => secrets.some(({ sealed }) => !isUnder(sealed, sealer.keyId)))
        .map((document) => ({ shard, document })),
    );
    if (due.length === 0) return names.size;
    if (looks === LOOKS_MAX) throw new Error("the providers change too fast: try again");
    for (const { shard, document } of due) {
      const { provider } = document;
      const owner = ownerOfProvider(provider);
      const secrets = document.secrets.map(({ sealed: seen }) => ({
        ...{ seen, sealed: sealer.seal(sealer.open(seen, owner), owner) },
      }));
      const input = { provider, user, secrets };
      assertDone(shard, await parts.step(shard, "provider.reseal", input), [409]);
      names.add(provider);
    }
  }
}

/** The rails of a flag; undefined where it is absent. */
function payeeChecksOf(
  text: string | undefined,
  kind: ProviderKind,
  speaks: string,
): string[] | undefined {
  if (text === undefined) return undefined;
  if (!serves(kind, "payee_check")) throw new Error("--payee-checks: a bank checks payees");
  if (speaks === "files") {
    throw new Error("--payee-checks: a bank that speaks files checks no payees");
  }
  const rails = text === "none" ? [] : [...new Set(text.split(","))];
  const strange = rails.find((rail) => !BANK_RAILS.some((one) => one === rail));
  if (strange === undefined) return rails;
  throw new Error(`--payee-checks is none, or of ${BANK_RAILS.join(", ")}, with commas between`);
}

/** The provider of every shard; several with one name where there are several shards. */
async function everyProvider(parts: ProviderCommandParts): Promise<ProviderDocument[]> {
  return (await parts.providers()).flat();
}

/** Whether all shards have the same current secret. */
function isSame(known: readonly ProviderDocument[], { sealer }: ProviderCommandParts): boolean {
  const current = known.map(({ provider, secrets }) =>
    sealer.open(secrets[0]?.sealed ?? "", ownerOfProvider(provider)),
  );
  return new Set(current).size === 1;
}

/** Runs a step on every ledger shard, in their order. Throws where one refuses it, but for the statuses that are `passing`. */
export async function onEveryShard(
  parts: ProviderCommandParts,
  operation: string,
  input: Record<string, unknown>,
  passing: readonly number[] = [],
): Promise<void> {
  const shards = (await parts.providers()).length;
  for (let shard = 0; shard < shards; shard++) {
    assertDone(shard, await parts.step(shard, operation, input), passing);
  }
}

function assertDone(shard: number, { status, body }: StepAnswer, passing: readonly number[]): void {
  if (status < 400 || passing.includes(status)) return;
  const { error } = JSON.parse(body ?? "{}") as { error?: { message?: string } };
  // What a shard refuses for its content, it would refuse again.
  if (status < 500 && error?.message !== undefined) throw new Error(error.message);
  throw new Error(`shard ${shard}: ${error?.message ?? status}: run the command again`);
}

function newSecret(sealer: Sealer, name: string) {
  const text = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
  const prefix = text.slice(0, SECRET_PREFIX.length + SHOWN);
  return { text, sealed: { sealed: sealer.seal(text, ownerOfProvider(name)), prefix } };
}

function faultOfUrl(url: string, { allowsLoopback }: ProviderCommandParts): string | undefined {
  const read = readWebhookUrl(url, { allowsLoopback });
  if ("issues" in read) return read.issues.map(({ message }) => message).join(" ");
  return read.target.path.includes("?") ? "it has a query, and a path is added to it" : undefined;
}

function isUnder(sealed: string, keyId: string): boolean {
  return sealedParts(sealed)?.keyId === keyId;
}
