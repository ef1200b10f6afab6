/** For tests: what stands against an attempt to collect, for the tables of both operations that make one. */
import assert from "node:assert/strict";
import { customerClose } from "../../../../src/features/customer/customer.close.ts";
import { BALANCE_MAX } from "../../../../src/features/ledger/ledger.ts";
import {
  balanceOf,
  close,
  drainAndClose,
  freeze,
  fund,
  LARGEST,
  openAccount,
  transfer,
} from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { revokedConsent } from "../consent/consents.ts";
import { type Debtor, storedCollection } from "./collections.ts";

type Given = Debtor & { world: World; collectionId: string };

/** What accounts and money say: an attempt that failed, whoever makes it. */
export const MONEY = [
  {
    title: "a source that is frozen",
    given: ({ world, sourceAccountId }: Given) => freeze(world, sourceAccountId, "debits"),
    code: "account_frozen",
    details: { mode: "debits" },
    retryable: true,
  },
  {
    title: "a destination that is frozen for all",
    given: ({ world, destinationAccountId }: Given) => freeze(world, destinationAccountId, "all"),
    code: "account_frozen",
    details: { mode: "all" },
    retryable: true,
  },
  {
    title: "a source that is closed",
    given: ({ world, sourceAccountId }: Given) => drainAndClose(world, sourceAccountId),
    code: "source_account_status_forbidden",
    details: { status: "closed" },
    retryable: false,
  },
  {
    title: "a destination that is closed",
    given: ({ world, destinationAccountId }: Given) => close(world, destinationAccountId),
    code: "destination_account_status_forbidden",
    details: { status: "closed" },
    retryable: false,
  },
  {
    title: "a destination that would have too much",
    given({ world, destinationAccountId }: Given) {
      let left = BALANCE_MAX - 99n;
      for (; left > LARGEST; left -= LARGEST) fund(world, destinationAccountId, LARGEST);
      fund(world, destinationAccountId, left);
    },
    code: "exposure_cap_exceeded",
    details: { cap: "account_balance", requested: "100" },
    retryable: true,
  },
  {
    title: "one less than it takes",
    given: ({ world, sourceAccountId }: Given) =>
      transfer(world, sourceAccountId, openAccount(world), "901"),
    code: "insufficient_balance",
    details: { available: "99", amount: "100", currency: "EUR" },
    retryable: true,
  },
] as const;

/** Those of `BARRED` and of consents that only a collection which waits can meet. */
export const ENDED_SINCE = [
  {
    title: "a customer who is closed",
    given({ world, customerId, sourceAccountId }: Given) {
      transfer(world, sourceAccountId, openAccount(world), "1000");
      world.made(customerClose, { customerId });
    },
    code: "customer_status_forbidden",
    details: { status: "closed" },
    retryable: false,
  },
  {
    title: "a consent that is revoked",
    given: ({ world, consentId }: Given) => void revokedConsent(world, { consentId }),
    code: "consent_revoked",
    details: {},
    retryable: false,
  },
] as const;

/** Asserts that the collection keeps an attempt that failed with the code, and that no money has moved. */
export function assertFailed(
  { world, collectionId, destinationAccountId }: Given,
  { code, retryable, attempts = 1 }: { code: string; retryable: boolean; attempts?: number },
): void {
  const { status, failure, attempts: made } = storedCollection(world, collectionId);
  assert.deepEqual([status, failure?.code, failure?.retryable], ["failed", code, retryable]);
  assert.deepEqual([made.length, made.at(-1)?.code], [attempts, code]);
  const before = code === "exposure_cap_exceeded" ? String(BALANCE_MAX - 99n) : "0";
  assert.equal(balanceOf(world, destinationAccountId).posted, before);
}
