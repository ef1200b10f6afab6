/**
 * Verifications of live, started again and again while either side may be killed at any moment. Each request is sent
 * under its key until it has its final answer, which is remembered.
 */
import { AssertionError } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, expect, type Reply } from "../support/client.ts";
import { firstTierFields, PERSON_FIELDS } from "../support/features/entity/kyc.ts";
import { documentDraft, newContent } from "../support/kyc_documents.ts";

/** Between two sendings of a request, milliseconds. */
const RETRY_MS = 25;
/** Of so many entities one has a document file, and is verified for the tier that asks for it. */
const DOCUMENTED_PART = 4;

/** What the second tier asks of a person besides what the first one asks. */
const { taxId, nationality, identityDocument } = PERSON_FIELDS;
const SECOND_TIER = { taxId, nationality, identityDocument };

/** A request with its final answer. */
export type Sent = {
  final: Reply;
  /** Sends it again, under its key. */
  again(client: Client): Promise<Reply>;
};
/** The start of a verification. */
export type Start = Sent & { entityId: string };

export type ProviderLoad<S extends Sent = Sent> = {
  /** Resolves with a client of the server when it serves. */
  client(): Promise<Client>;
  /** Where the provider serves, or served before it was killed. */
  providerUrl(): string;
  /** The file of the provider's book. */
  bookPath: string;
  /** Tells the server news as the provider does, once; resolves with the status, 503 while the server is down. */
  tell(news: { newsId: string }): Promise<number>;
  random: (limit: number) => number;
  starts: S[];
  /** Sendings of a start that had no final answer. */
  repeated: number;
  /** Nothing new is begun. */
  isStopping: boolean;
  /** Both sides are gone: nobody will answer any more. */
  isOver: boolean;
};

/** Starts verifications one after another until the load stops, and then the last one has its final answer. */
export async function runLane(load: ProviderLoad<Start>): Promise<void> {
  while (!load.isStopping) {
    const isDocumented = load.random(DOCUMENTED_PART) === 0;
    const entityId = await submittedEntity(load, isDocumented);
    const tier = isDocumented ? "tier_2" : "tier_1";
    const path = `/entities/${entityId}/kyc/verifications`;
    const sent = await sentUntilFinal(load, (client, key) => client.post(path, { tier }, { key }));
    load.starts.push({ entityId, ...sent });
  }
}

/** Sends a request under a key of its own until its answer is final; `send` sends it under that key. */
export async function sentUntilFinal(
  load: Pick<ProviderLoad, "client" | "isOver" | "repeated">,
  send: (client: Client, key: string) => Promise<Reply>,
): Promise<Sent> {
  const key = randomUUID();
  const again = (client: Client) => send(client, key);
  return { again, final: await finalReply(load, again, () => load.repeated++) };
}

/**
 * Sends a request until its answer is final, which a 5xx is not. Rejects where an answer is one that the contract
 * does not allow.
 */
export async function finalReply(
  load: Pick<ProviderLoad, "client" | "isOver">,
  send: (client: Client) => Promise<Reply>,
  onRepeat: () => void = () => undefined,
): Promise<Reply> {
  for (;;) {
    if (load.isOver) throw new Error("the loop ended before the final answer");
    const reply = await send(await load.client()).catch((cause: Error) => {
      if (cause instanceof AssertionError) throw cause;
      return undefined;
    });
    if (reply !== undefined && reply.status < 500) return reply;
    onRepeat();
    await sleep(RETRY_MS);
  }
}

/** An entity that has submitted what its tier asks for. */
async function submittedEntity(load: ProviderLoad<Start>, isDocumented: boolean): Promise<string> {
  const post = async (path: string, body: object, status: number) => {
    const key = randomUUID();
    return expect(await finalReply(load, (client) => client.post(path, body, { key })), status);
  };
  const { productId } = await load.client();
  const entity = { kind: "person", displayName: "Ada", country: "DE" };
  const customer = await post("/customers", { productId, entity }, 201);
  const entityId = customer.id("entity.entityId");
  const fields = { ...firstTierFields(), ...(isDocumented && SECOND_TIER) };
  await post(`/entities/${entityId}/kyc`, { tier: "tier_1", fields }, 200);
  if (isDocumented)
    await post(`/entities/${entityId}/kyc/documents`, documentDraft(newContent()), 201);
  return entityId;
}
