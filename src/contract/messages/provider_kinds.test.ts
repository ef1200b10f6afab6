/** The kinds of requests and providers: which statuses are final, and what can follow what. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canFollow,
  isAskedAbout,
  isFinalStatus,
  PROVIDER_KINDS,
  type ProviderKind,
  REQUEST_KINDS,
  type RequestKind,
  serves,
  statusesOf,
} from "./provider_kinds.ts";

const KINDS = Object.keys(REQUEST_KINDS) as RequestKind[];

/** What can follow each status; a status that is not named here is final. */
const FOLLOWERS: Record<RequestKind, Record<string, string[]>> = {
  verification: {
    processing: ["rejected", "requires_input", "verified"],
    requires_input: ["processing", "rejected", "verified"],
  },
  address: { processing: ["active", "disabled", "failed", "retired"] },
  payout: { processing: ["cancelled", "failed", "posted", "returned"], posted: ["returned"] },
  credit_return: { processing: ["failed", "returned"] },
  collection: { processing: ["collected", "failed", "returned"], collected: ["returned"] },
  payee_check: { processing: ["close_match", "matched", "no_match", "unavailable"] },
};

/** The open statuses after which the provider is asked nothing more. */
const UNASKED: Record<RequestKind, string[]> = {
  verification: [],
  address: [],
  payout: ["posted"],
  credit_return: [],
  collection: ["collected"],
  payee_check: [],
};

for (const kind of KINDS) {
  test(`provider status: of a request of kind ${kind} -> what can follow it, nothing after a final one`, () => {
    for (const status of statusesOf(kind)) {
      const followers = statusesOf(kind).filter((next) => canFollow(kind, status, next));
      assert.deepEqual(followers.sort(), FOLLOWERS[kind][status] ?? [], status);
      assert.equal(isFinalStatus(kind, status), FOLLOWERS[kind][status] === undefined, status);
    }
    assert.equal(canFollow(kind, "processing", "perhaps"), false);
  });
}

for (const kind of KINDS) {
  test(`provider status: of a request of kind ${kind} -> asked about while it is open, but for what news alone can change`, () => {
    for (const status of statusesOf(kind)) {
      const isOpen = FOLLOWERS[kind][status] !== undefined;
      const wanted = isOpen && !UNASKED[kind].includes(status);
      assert.equal(isAskedAbout(kind, status), wanted, status);
    }
  });
}

test("provider kinds: a kind of request -> served by one kind of provider", () => {
  const providers = Object.keys(PROVIDER_KINDS) as ProviderKind[];
  for (const kind of KINDS) {
    assert.equal(providers.filter((provider) => serves(provider, kind)).length, 1, kind);
  }
});
