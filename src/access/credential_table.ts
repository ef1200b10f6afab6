/**
 * Who is calling with a Product key, and which Products there are: an edge's read-only copy of what the
 * platform shard knows, fed by the platform shard's announcements in the order of its committed
 * facts. What a caller may is `permission.ts`.
 * Guarantees:
 * - Bearer authentication gives one and the same refusal to every text that has the form of a key and is
 *   no key of this server; only the holder of the whole secret learns that a key is revoked or expired.
 *   What is said of any other text follows from its form alone (`credential_faults.ts`).
 * - The time of comparing secrets does not depend on how much of a secret is right, and an unknown
 *   key costs the same hashing as a known key. A key that is limited to addresses is, from any other
 *   address, no key of this server.
 * - A change is in force when `apply` returns: the next request sees it.
 * - The second request with a key costs one look-up and one comparison, no hash and no allocation.
 *   The price: an edge's memory holds the texts of the keys in use, as it holds the requests
 *   anyway.
 * Does not write, does not log, does not count (that is `rate_limit.ts`).
 */
import { timingSafeEqual } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import type { Announcement, KeyCredential } from "../contract/announcement.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import { type CidrList, openCidrList } from "../contract/cidr_list.ts";
import {
  type ApiKeyView,
  type PlacedProduct,
  type Principal,
  realmKeyOf,
} from "../contract/principal.ts";
import { type Refusal, refuse } from "../contract/refusal.ts";
import { API_KEY_LENGTH, IDENTITY_OFFSET, isText, parseApiKey } from "./api_key.ts";
import { NO_CREDENTIAL, refuseForm, UNKNOWN_KEY } from "./credential_faults.ts";
import { digestBytesOf, IDENTITY_LENGTH, PEPPER_BYTES } from "./credential_text.ts";
import { type OnUse, USE_NOTED_MS } from "./people_table.ts";

export type Denied = Refusal<"invalid_credentials" | "key_revoked">;

export type CredentialTable = {
  /** Keys known, revoked ones included. */
  readonly size: number;
  /** Puts a key or Product in force, replacing its earlier value. A key may come before its Product. */
  apply(
    announcement: Extract<Announcement, { kind: "product" | "operation_set" | "api_key" }>,
  ): void;
  productOf(productId: string): PlacedProduct | undefined;
  /** The Product of a key, whether or not the key is revoked. */
  productOfKey(apiKeyId: string): PlacedProduct | undefined;
  /** The caller behind an `Authorization` header, or `invalid_credentials`, or `key_revoked`. */
  authenticate(
    authorizationHeader: string | undefined,
    from: { readonly address: Uint8Array },
    nowMs: number,
  ): ProductKeyCaller | Denied;
};

/** `pepper`: the 32 bytes that the stored digests were made with. */
export function createCredentialTable(
  pepper: Uint8Array,
  onUse: OnUse = () => {},
): CredentialTable {
  invariant(pepper.length === PEPPER_BYTES, "a pepper has 32 bytes");
  const entries = new Map<string, Entry>();
  const products = new Map<string, OwnedProduct>();
  /** The lists of operations that keys reach, by number: the keys with one list share it. */
  const operationSets = new Map<number, readonly string[]>();
  const unknown = unknownEntry(pepper);
  /**
   * Keys that were used last and are in `entries`, by `recentPlaceOf`: most requests find theirs without
   * the hash of its identity. Empty again when a key changes.
   */
  const recent: (Entry | undefined)[] = new Array(RECENT_PLACES).fill(undefined);

  function applyKey(key: KeyCredential): void {
    const identity = key.apiKeyId.slice(KEY_ID_PREFIX.length);
    invariant(key.apiKeyId.startsWith(KEY_ID_PREFIX), "a key id starts with key_");
    invariant(identity.length === IDENTITY_LENGTH, "a key id holds the key's identity");
    const owner = ownerOf(key.productId);
    const entry = entryOf(key, operationIdsOf(key));
    const before = entries.get(identity);
    invariant(before === undefined || before.productId === key.productId, "a key stays put");
    if (before !== undefined) owner.entries.delete(before);
    owner.entries.add(entry);
    entries.set(identity, entry);
    recent.fill(undefined);
    admit(entry, owner.product);
  }

  function operationIdsOf({ operationSet }: KeyCredential): readonly string[] | undefined {
    if (operationSet === undefined) return undefined;
    const operationIds = operationSets.get(operationSet);
    invariant(operationIds !== undefined, "the operations of a key come before the key");
    return operationIds;
  }

  function applyProduct(product: PlacedProduct): void {
    const owner = ownerOf(product.productId);
    owner.product = product;
    for (const entry of owner.entries) admit(entry, product);
  }

  function ownerOf(productId: string): OwnedProduct {
    const known = products.get(productId);
    if (known !== undefined) return known;
    const owner: OwnedProduct = { product: undefined, entries: new Set() };
    products.set(productId, owner);
    return owner;
  }

  /** Hashes the header's key and compares it; if it is right, the entry remembers the header. */
  function verify(header: string, entry: Entry): boolean {
    const text = header.slice(TEXT_OFFSET);
    if (!timingSafeEqual(digestBytesOf(pepper, text), entry.digest)) return false;
    if (entry === unknown) return false;
    entry.verified = Buffer.from(header, "latin1");
    return true;
  }

  return {
    get size() {
      return entries.size;
    },
    apply(announcement) {
      switch (announcement.kind) {
        case "product":
          return applyProduct(announcement.product);
        case "operation_set": {
          const { operationSet, operationIds } = announcement.set;
          operationSets.set(operationSet, Object.freeze(operationIds));
          return;
        }
        case "api_key":
          return applyKey(announcement.key);
      }
    },
    productOf: (productId) => products.get(productId)?.product,
    productOfKey(apiKeyId) {
      const entry = entries.get(apiKeyId.slice(KEY_ID_PREFIX.length));
      return entry === undefined ? undefined : products.get(entry.productId)?.product;
    },
    authenticate(authorizationHeader, from, nowMs) {
      if (authorizationHeader === undefined) return NO_CREDENTIAL;
      let header = authorizationHeader;
      const place = recentPlaceOf(header);
      let entry = recent[place];
      if (entry === undefined || !isText(entry.verified, header)) {
        entry = entries.get(header.slice(HEADER_IDENTITY_START, HEADER_IDENTITY_END));
        if (entry === undefined || !isText(entry.verified, header)) {
          const text = bearerText(header);
          if (text === undefined || parseApiKey(text) === undefined) return refuseForm(header);
          header = `Bearer ${text}`;
          entry = entries.get(header.slice(HEADER_IDENTITY_START, HEADER_IDENTITY_END)) ?? unknown;
          if (!verify(header, entry)) return UNKNOWN_KEY;
        }
        recent[place] = entry;
      }
      if (entry.revoked !== undefined) return entry.revoked;
      if (nowMs >= entry.expiresAtMs) return expired(entry.expiresAtMs);
      if (entry.takes !== undefined && !entry.takes(from.address)) return UNKNOWN_KEY;
      if (nowMs >= entry.noteAfterMs) {
        entry.noteAfterMs = nowMs + USE_NOTED_MS;
        onUse(entry.view.apiKeyId, from.address, nowMs);
      }
      return entry.caller ?? UNKNOWN_KEY;
    },
  };
}

type OwnedProduct = { product: PlacedProduct | undefined; entries: Set<Entry> };

/** One key, prepared for authentication. */
type Entry = {
  readonly productId: string;
  readonly digest: Buffer;
  readonly view: ApiKeyView;
  readonly slot: number;
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
  readonly revoked: Denied | undefined;
  /** Infinity when the key does not expire. */
  readonly expiresAtMs: number;
  /** Undefined when the key is taken from every address. */
  readonly takes: CidrList | undefined;
  /** When a use of the key is noted again, milliseconds UTC. */
  noteAfterMs: number;
  /**
   * The bytes of the last header whose hash was right, which is ASCII; none until there was one. A
   * new entry begins without.
   */
  verified: Uint8Array;
  /** Undefined while the Product is not known. */
  caller: ProductKeyCaller | undefined;
};

const NO_BYTES = new Uint8Array(0);
const KEY_ID_PREFIX = "key_";
/** Places of keys that were used last; a power of two. */
const RECENT_PLACES = 256;
/** Where the key begins in a header: behind `Bearer `. */
const TEXT_OFFSET = 7;
const HEADER_IDENTITY_START = TEXT_OFFSET + IDENTITY_OFFSET;
const HEADER_IDENTITY_END = HEADER_IDENTITY_START + IDENTITY_LENGTH;
/** The most white space between scheme and key in a header that is read at all. */
const SPACES_MAX = 64;
/**
 * RFC 9110 section 11.4: `credentials = auth-scheme [ 1*SP ( token68 / … ) ]`, scheme in any case.
 */
const BEARER = /^bearer +([0-9A-Za-z_]+)$/i;

/** The place of a key among those that were used last, by two characters of its public identity. */
function recentPlaceOf(header: string): number {
  const first = header.charCodeAt(HEADER_IDENTITY_START + 1);
  const second = header.charCodeAt(HEADER_IDENTITY_START + 2);
  return (first * 61 + second) & (RECENT_PLACES - 1);
}

function bearerText(header: string): string | undefined {
  if (header.length > TEXT_OFFSET + API_KEY_LENGTH + SPACES_MAX) return undefined;
  return BEARER.exec(header)?.[1];
}

function entryOf(key: KeyCredential, operationIds?: readonly string[]): Entry {
  const { digest, slot, operationSet: _, ...known } = key;
  const view: ApiKeyView = { ...known, ...(operationIds !== undefined && { operationIds }) };
  const digestBytes = Buffer.from(digest, "hex");
  invariant(digestBytes.length === 32, "a stored digest has 32 bytes");
  invariant(Number.isSafeInteger(slot) && slot >= 0, "a slot is a whole number from 0");
  const { apiKeyId: principalId, tenantId, productId, environment } = view;
  return {
    productId,
    digest: digestBytes,
    view: Object.freeze(view),
    slot,
    principal: Object.freeze({ principalId, tenantId, productId, environment }),
    scopes: new Set(view.scopes),
    revoked: revocationOf(view),
    expiresAtMs: Math.min(view.expiresAtMs ?? Infinity, view.endsAtMs ?? Infinity),
    takes:
      (view.allowedCidrs ?? []).length === 0 ? undefined : openCidrList(view.allowedCidrs ?? []),
    noteAfterMs: 0,
    verified: NO_BYTES,
    caller: undefined,
  };
}

function admit(entry: Entry, placed: PlacedProduct | undefined): void {
  if (placed === undefined) return;
  const { placement, ...product } = placed;
  entry.caller = Object.freeze({
    kind: "product_key" as const,
    key: entry.view,
    product: Object.freeze(product),
    slot: entry.slot,
    principal: entry.principal,
    realmKey: realmKeyOf(entry.principal),
    scopes: entry.scopes,
    shard: placement[entry.view.environment],
  });
}

/** Used in place of an unknown key, so that an unknown key takes as much time as a wrong secret. */
function unknownEntry(pepper: Uint8Array): Entry {
  return entryOf({
    apiKeyId: "key_unknown",
    tenantId: "",
    productId: "",
    environment: "sandbox",
    name: "",
    prefix: "",
    scopes: [],
    status: "active",
    origin: "browser",
    createdAtMs: 0,
    digest: digestBytesOf(pepper, "not the text of any key").toString("hex"),
    slot: 0,
  });
}

function revocationOf(key: ApiKeyView): Denied | undefined {
  if (key.status !== "revoked") return undefined;
  invariant(key.revokedAtMs !== undefined, "a revoked key says when it was revoked");
  const revokedAt = new Date(key.revokedAtMs).toISOString();
  return Object.freeze(
    refuse("key_revoked", `the key was revoked at ${revokedAt}; use another key`, { revokedAt }),
  );
}

function expired(expiresAtMs: number): Denied {
  const revokedAt = new Date(expiresAtMs).toISOString();
  return refuse("key_revoked", `the key ended at ${revokedAt}; use another key`, { revokedAt });
}
