/**
 * Who is calling with a Product key, and which Products there are: what an edge has looked up in the
 * platform shard's view, and what the platform shard has announced since, in the order of its committed
 * facts. Of what was looked up, that which was used last stays. What a caller may is `permission.ts`.
 * Guarantees:
 * - Bearer authentication gives one and the same refusal to every text that has the form of a key and is
 *   no key of this server; only the holder of the whole secret learns that a key is revoked or expired.
 *   What is said of any other text follows from its form alone (`credential_faults.ts`).
 * - The time of comparing secrets does not depend on how much of a secret is right, and an unknown
 *   key costs the same look-up and hashing as a known key that was not used lately. A key that is limited to addresses is, from any other
 *   address, no key of this server.
 * - A change is in force when `apply` returns: the next request sees it.
 * - The second request with a key costs one look-up and one comparison, no hash and no allocation.
 *   The price: an edge's memory holds the texts of the keys in use, as it holds the requests
 *   anyway.
 * Does not write, does not log, does not count (that is `rate_limit.ts`).
 */
import { invariant } from "../base/invariant.ts";
import type { Announcement, KeyCredential } from "../contract/declare/announcement.ts";
import type { ProductKeyCaller } from "../contract/declare/caller.ts";
import {
  type ApiKeyView,
  type PlacedProduct,
  type Principal,
  realmKeyOf,
} from "../contract/declare/principal.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { type CidrList, openCidrList } from "../contract/values/cidr_list.ts";
import { API_KEY_LENGTH, IDENTITY_OFFSET, isText, parseApiKey } from "./api_key.ts";
import { NO_CREDENTIAL, refuseForm, UNKNOWN_KEY } from "./credential_faults.ts";
import { IDENTITY_LENGTH } from "./credential_text.ts";
import { announcedAs, type Directory, NO_DIRECTORY } from "./directory.ts";
import { Kept } from "./kept.ts";
import { type OnUse, USE_NOTED_MS } from "./people_table.ts";
import { pepperOf, renewalOf } from "./pepper_of.ts";
import type { Peppers } from "./peppers.ts";

export type Denied = Refusal<"invalid_credentials" | "key_revoked">;

export type CredentialTable = {
  /** Keys kept, revoked ones included. */
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

/** Keys that an edge keeps besides those that were announced just now: some 100 MB. */
export const KEYS_KEPT_MAX = 65_536;
/** Products that an edge keeps, each in some 500 bytes. */
export const PRODUCTS_KEPT_MAX = 65_536;
/** Lists of operations that an edge keeps; each has up to some hundred ids, and many keys have one. */
const OPERATION_SETS_KEPT_MAX = 1_024;

/** `peppers`: those that stored digests may be made with. */
export function createCredentialTable(
  peppers: Peppers,
  onUse: OnUse = () => {},
  directory: Directory = NO_DIRECTORY,
  keysKeptMax = KEYS_KEPT_MAX,
): CredentialTable {
  /** By the identity in the key's text. */
  const entries = new Kept<Entry>(keysKeptMax, directory);
  const products = new Kept<PlacedProduct>(PRODUCTS_KEPT_MAX, directory);
  /** Grows with each Product that is announced: callers that were made at a lower number are made again. */
  let productsVersion = 1;
  /** The lists of operations that keys reach, by number: the keys with one list share it. */
  const operationSets = new Kept<readonly string[]>(OPERATION_SETS_KEPT_MAX, directory);
  const unknown = unknownEntry();
  /**
   * Keys that were used last and are in `entries`, by `recentPlaceOf`: most requests find theirs without
   * the hash of its identity. Empty again when a key changes.
   */
  const recent: (Entry | undefined)[] = new Array(RECENT_PLACES).fill(undefined);

  /** The entry of a key that was announced or looked up. */
  function entryFor(key: KeyCredential): [identity: string, entry: Entry] {
    const identity = key.apiKeyId.slice(KEY_ID_PREFIX.length);
    invariant(key.apiKeyId.startsWith(KEY_ID_PREFIX), "a key id starts with key_");
    invariant(identity.length === IDENTITY_LENGTH, "a key id holds the key's identity");
    return [identity, entryOf(key)];
  }

  /**
   * The operations of a key of a caller. Not looked up when the key is announced: a thread that does not
   * serve yet has no view, and a list that was made before the start is not announced.
   */
  function operationIdsOf(operationSet: number | undefined): readonly string[] | undefined {
    if (operationSet === undefined) return undefined;
    const kept = operationSets.get(String(operationSet));
    if (kept !== undefined) return kept;
    const found = announcedAs(
      "operation_set",
      directory.find({ kind: "operation_set", operationSet }),
    );
    invariant(found !== undefined, "the operations of a key are announced or in the view");
    const operationIds = Object.freeze(found.set.operationIds);
    operationSets.keep(String(operationSet), operationIds);
    return operationIds;
  }

  function applyKey(key: KeyCredential): void {
    const [identity, entry] = entryFor(key);
    const before = entries.get(identity);
    invariant(before === undefined || before.productId === key.productId, "a key stays put");
    entries.hold(identity, entry);
    recent.fill(undefined);
  }

  /** The entry of the key with the identity; looks it up where it was not used lately. */
  function entryAt(identity: string): Entry | undefined {
    const kept = entries.get(identity);
    if (kept !== undefined) return kept;
    const apiKeyId = KEY_ID_PREFIX + identity;
    const found = announcedAs("api_key", directory.find({ kind: "api_key", apiKeyId }));
    if (found === undefined) return undefined;
    const [, entry] = entryFor(found.key);
    entries.keep(identity, entry);
    return entry;
  }

  function productAt(productId: string): PlacedProduct | undefined {
    const kept = products.get(productId);
    if (kept !== undefined) return kept;
    const found = announcedAs("product", directory.find({ kind: "product", productId }));
    if (found !== undefined) products.keep(productId, found.product);
    return found?.product;
  }

  /** Makes the entry's caller again where the Product is another than the one it was made with. */
  function admit(entry: Entry): void {
    entry.productsVersion = productsVersion;
    const product = productAt(entry.productId);
    if (product === entry.product) return;
    entry.product = product;
    entry.caller =
      product === undefined
        ? undefined
        : callerOf(entry, product, operationIdsOf(entry.operationSet));
  }

  /** Hashes the header's key and compares it; if it is right, the entry remembers the header. */
  function verify(header: string, entry: Entry): boolean {
    const pepper = pepperOf(peppers, header.slice(TEXT_OFFSET), entry.digest);
    if (pepper === undefined || entry === unknown) return false;
    entry.verified = Buffer.from(header, "latin1");
    entry.pepper = pepper;
    return true;
  }

  /** Notes the use of a key, and the digest of the header's text where the stored one should be renewed. */
  function note(entry: Entry, header: string, address: Uint8Array, nowMs: number): void {
    entry.noteAfterMs = nowMs + USE_NOTED_MS;
    const { digest, pepper, view } = entry;
    const text = header.slice(TEXT_OFFSET);
    onUse(view.apiKeyId, address, nowMs, renewalOf(peppers, { text, digest, pepper }));
  }

  return {
    get size() {
      return entries.size;
    },
    apply(announcement) {
      switch (announcement.kind) {
        case "product": {
          const { product } = announcement;
          products.hold(product.productId, product);
          productsVersion++;
          return;
        }
        case "operation_set": {
          const { operationSet, operationIds } = announcement.set;
          operationSets.hold(String(operationSet), Object.freeze(operationIds));
          return;
        }
        case "api_key":
          return applyKey(announcement.key);
      }
    },
    productOf: productAt,
    productOfKey(apiKeyId) {
      const entry = entryAt(apiKeyId.slice(KEY_ID_PREFIX.length));
      return entry === undefined ? undefined : productAt(entry.productId);
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
          entry = entryAt(header.slice(HEADER_IDENTITY_START, HEADER_IDENTITY_END)) ?? unknown;
          if (!verify(header, entry)) return UNKNOWN_KEY;
        }
        recent[place] = entry;
      }
      if (entry.revoked !== undefined) return entry.revoked;
      if (nowMs >= entry.expiresAtMs) return expired(entry.expiresAtMs);
      if (entry.takes !== undefined && !entry.takes(from.address)) return UNKNOWN_KEY;
      if (nowMs >= entry.noteAfterMs) note(entry, header, from.address, nowMs);
      if (entry.productsVersion !== productsVersion) admit(entry);
      return entry.caller ?? UNKNOWN_KEY;
    },
  };
}

/** One key, prepared for authentication. */
type Entry = {
  readonly productId: string;
  readonly digest: Buffer;
  /** Without its operations. */
  readonly view: Omit<ApiKeyView, "operationIds">;
  readonly operationSet: number | undefined;
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
  /** The pepper that the digest is under; undefined until a header was right. */
  pepper: Uint8Array | undefined;
  /** Made with `product`; undefined while the Product is not known. */
  caller: ProductKeyCaller | undefined;
  product: PlacedProduct | undefined;
  /** How many Products were announced when `caller` was looked at last. */
  productsVersion: number;
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

function entryOf({ digest, slot, operationSet, ...view }: KeyCredential): Entry {
  const digestBytes = Buffer.from(digest, "hex");
  invariant(digestBytes.length === 32, "a stored digest has 32 bytes");
  invariant(Number.isSafeInteger(slot) && slot >= 0, "a slot is a whole number from 0");
  const { apiKeyId: principalId, tenantId, productId, environment } = view;
  return {
    productId,
    digest: digestBytes,
    view: Object.freeze(view),
    operationSet,
    slot,
    principal: Object.freeze({ principalId, tenantId, productId, environment }),
    scopes: new Set(view.scopes),
    revoked: revocationOf(view),
    expiresAtMs: Math.min(view.expiresAtMs ?? Infinity, view.endsAtMs ?? Infinity),
    takes:
      (view.allowedCidrs ?? []).length === 0 ? undefined : openCidrList(view.allowedCidrs ?? []),
    noteAfterMs: 0,
    verified: NO_BYTES,
    pepper: undefined,
    caller: undefined,
    product: undefined,
    productsVersion: 0,
  };
}

function callerOf(
  entry: Entry,
  { placement, ...product }: PlacedProduct,
  operationIds: readonly string[] | undefined,
): ProductKeyCaller {
  return Object.freeze({
    kind: "product_key" as const,
    key: Object.freeze({ ...entry.view, ...(operationIds !== undefined && { operationIds }) }),
    product: Object.freeze(product),
    slot: entry.slot,
    principal: entry.principal,
    realmKey: realmKeyOf(entry.principal),
    scopes: entry.scopes,
    shard: placement[entry.view.environment],
  });
}

/** Used in place of an unknown key, so that an unknown key takes as much time as a wrong secret. */
function unknownEntry(): Entry {
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
    digest: "0".repeat(64),
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
