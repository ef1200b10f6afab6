/**
 * Who is calling, whatever the kind of credential: a Product key or a person's token in the header
 * `Authorization`, or a browser session in a cookie. Looks in the platform shard's view, and applies the
 * platform shard's announcements; also says which companies and Products exist.
 * Guarantees: a request with the header is never looked at for a cookie.
 */
import type { Announcement } from "../contract/declare/announcement.ts";
import type { Caller } from "../contract/declare/caller.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { type CredentialTable, createCredentialTable } from "./credential_table.ts";
import { parseCredential } from "./credential_text.ts";
import type { Directory } from "./directory.ts";
import { type OnUse, PeopleTable, type PresentedWith } from "./people_table.ts";
import type { Peppers } from "./peppers.ts";

/** What a request presents. */
export type Presented = PresentedWith & {
  /** Value of the header `Authorization`; undefined where the header is absent. */
  readonly authorization: string | undefined;
  /** The text in the session's cookie; "" where the cookie is absent. */
  readonly sessionText: string;
};

/** Where the text of a Product key begins in nearly every header: behind `Bearer `. */
const TEXT_OFFSET = 7;
/** A header with the text of a person's token; the scheme is in any case (RFC 9110, 11.1). */
const PERSON_TOKEN = /^bearer {1,64}(service_(?:pat|access)_[0-9A-Za-z_]{1,100})$/i;

const HOW_AGENTS =
  "make a key of the sandbox with `mcp` true, or let the agent in by its host, which finds the rest by this address";
const NOT_OF_AGENTS: Refusal<"invalid_credentials"> = Object.freeze(
  refuse("invalid_credentials", `this key was not made for agents: ${HOW_AGENTS}`, {}),
);
const LIVE_NOT_OF_AGENTS: Refusal<"invalid_credentials"> = Object.freeze(
  refuse("invalid_credentials", `no key of live is taken from agents: ${HOW_AGENTS}`, {
    keyEnvironment: "live",
  }),
);
const NO_SESSION: Refusal<"invalid_credentials"> = Object.freeze(
  refuse("invalid_credentials", "the session's cookie has another form than a session's", {}),
);
const OTHER_TENANT: Refusal<"tenant_mismatch"> = Object.freeze(
  refuse("tenant_mismatch", "X-Service-Tenant is not the company of this key", {}),
);

/** The tables of all kinds of credentials that one edge has. */
export class Credentials {
  readonly keys: CredentialTable;
  readonly people: PeopleTable;

  /** `peppers`: those that stored digests may be made with. */
  constructor(peppers: Peppers, onUse?: OnUse, directory?: Directory) {
    this.keys = createCredentialTable(peppers, onUse, directory);
    this.people = new PeopleTable(peppers, onUse, directory);
  }

  /** Puts what is announced in force: the next request sees it. */
  apply(announcement: Announcement): void {
    switch (announcement.kind) {
      case "product":
      case "operation_set":
      case "api_key":
        this.keys.apply(announcement);
        return;
      default:
        this.people.apply(announcement);
    }
  }

  /** Whether the company exists. */
  hasTenant(tenantId: string): boolean {
    return this.people.hasTenant(tenantId);
  }

  /** The Product with its shards, also where it is disabled or closed; undefined where there is none. */
  productOf(productId: string) {
    return this.keys.productOf(productId);
  }

  /** The Product of a key, whether or not the key is revoked; undefined where there is no such key. */
  productOfKey(apiKeyId: string) {
    return this.keys.productOfKey(apiKeyId);
  }

  /**
   * The caller, or why the credential is not taken: `invalid_credentials`, or for the holder of the whole secret that it
   * was revoked, has expired, or is of another company. `nowMs`: milliseconds UTC.
   */
  authenticate(presented: Presented, nowMs: number): Caller | Refusal {
    const { authorization } = presented;
    if (authorization === undefined && presented.sessionText !== "") {
      return this.#session(presented, nowMs);
    }
    if (authorization !== undefined && !isKeyText(authorization)) {
      const text = PERSON_TOKEN.exec(authorization)?.[1];
      const parsed = text === undefined ? undefined : parseCredential(text);
      if (text !== undefined && parsed !== undefined) {
        const { identity } = parsed;
        return this.people.authenticate(text, { kind: "token", identity }, presented, nowMs);
      }
    }
    const caller = this.keys.authenticate(authorization, presented, nowMs);
    if ("refused" in caller) return caller;
    const { tenant, audience } = presented;
    if (audience === "mcp") {
      if (caller.key.environment === "live") return LIVE_NOT_OF_AGENTS;
      if (caller.key.mcp !== true) return NOT_OF_AGENTS;
    }
    return tenant === "" || tenant === caller.principal.tenantId ? caller : OTHER_TENANT;
  }

  #session(presented: Presented, nowMs: number): Caller | Refusal {
    const text = presented.sessionText;
    const parsed = parseCredential(text);
    if (parsed?.word !== "session") return NO_SESSION;
    const { identity } = parsed;
    return this.people.authenticate(text, { kind: "session", identity }, presented, nowMs);
  }
}

function isKeyText(header: string): boolean {
  return (
    header.startsWith("service_test_", TEXT_OFFSET) ||
    header.startsWith("service_live_", TEXT_OFFSET)
  );
}
