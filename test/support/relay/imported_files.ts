/** For tests: a bank that speaks files with a payout and a collection, both in one message, and what an import of its files tells of them. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { encodeIdSuffix, placeOf } from "../../../src/base/id.ts";
import type { ProviderCredit } from "../../../src/contract/messages/provider_credit.ts";
import type { NewsVerdict } from "../../../src/contract/messages/provider_news.ts";
import type { ProviderNews } from "../../../src/contract/messages/provider_protocol.ts";
import { encodeDocument } from "../../../src/contract/tables/table.ts";
import { LEDGER_TABLE } from "../../../src/features/table_codes.ts";
import { MovedAfter } from "../../../src/relay/bank_days.ts";
import {
  type BankImportParts,
  importFile,
  type StatementNoted,
} from "../../../src/relay/bank_import.ts";
import { START_MS } from "../../world/callers.ts";

export const OWN_IBAN = "DE02120300000000202051";
const BANK = {
  provider: "file-bank",
  accounts: [{ currency: "EUR", holder: "Acme", iban: OWN_IBAN }],
};
/** The evening of the day of what banks say in tests. */
export const NOW_MS = Date.UTC(2026, 10, 30, 20);
const REALM = 4;
const PLACE = placeOf(3, 0);
export const suffixAt = (at: number) => encodeIdSuffix(START_MS, 0, placeOf(2, at), 0);
export const PAYOUT = `preq_${suffixAt(1)}`;
export const DEBIT = `preq_${suffixAt(2)}`;
export const ADDRESS = `preq_${suffixAt(3)}`;
export const MESSAGE = `bmsg_${encodeIdSuffix(START_MS, 0, PLACE, 0)}`;
/** The request to give the payout up, and the message that has it. */
export const CANCEL = `preq_${suffixAt(4)}`;
const CANCEL_PLACE = placeOf(5, 0);
export const CANCEL_MESSAGE = `bmsg_${encodeIdSuffix(START_MS, 0, CANCEL_PLACE, 0)}`;
/** Its suffix is that of the request that sends it. */
export const PAYOUT_ID = `po_${suffixAt(1)}`;
export const refer = (id: string) => id.replace("_", "-");

/** What is on record: a payout and a collection, both in one message, and an address. */
const REQUESTS: Record<string, { kind: string; subject: object; request: object }> = {
  [PAYOUT]: {
    ...{ kind: "payout", subject: { type: "payout", id: PAYOUT_ID } },
    request: { action: "send", amount: "12050", currency: "EUR" },
  },
  [CANCEL]: {
    ...{ kind: "payout", subject: { type: "payout", id: PAYOUT_ID } },
    request: { action: "cancel", effectId: PAYOUT },
  },
  [DEBIT]: {
    ...{ kind: "collection", subject: { type: "collection", id: "coll_1" } },
    request: { amount: "500", currency: "EUR" },
  },
  [ADDRESS]: { kind: "address", subject: { type: "financial_address", id: "fa_1" }, request: {} },
};
const ON_RECORD = {
  ...{ provider: BANK.provider, requestIds: [PAYOUT, DEBIT], totalMinor: "12550" },
  account: { currency: "EUR" },
};

const CALLED_BACK = {
  ...{ provider: BANK.provider, requestIds: [CANCEL], totalMinor: "12050", action: "cancel" },
  account: { currency: "EUR" },
};

/** What the views show; `payout`: the payout of the request, as it is. */
function stored(payout: object, table: number, realm: number, key: string): Uint8Array | undefined {
  assert.equal(realm, REALM);
  if (table === LEDGER_TABLE.payout && key === suffixAt(1)) {
    return encodeDocument({ realm, ...payout });
  }
  if (table === LEDGER_TABLE.bankMessage) {
    const message = { [MESSAGE]: ON_RECORD, [CANCEL_MESSAGE]: CALLED_BACK }[`bmsg_${key}`];
    return message && encodeDocument({ realm, ...message });
  }
  const request = REQUESTS[`preq_${key}`];
  return table === LEDGER_TABLE.providerRequest && request
    ? encodeDocument({ realm, providerRequestId: `preq_${key}`, status: "accepted", ...request })
    : undefined;
}
/**
 * Imports a file; what the operator reads, and what was told of it. `verdict`: of news; "" where a shard does not say. `payout`: how the payout is on record
 * before.
 */
export async function imported(
  text: string,
  {
    verdict = "applied",
    payout = { status: "processing" },
  }: { verdict?: NewsVerdict | ""; payout?: object } = {},
) {
  const view = {
    ...{ shard: 0, refreshed: () => view },
    get: (table: number, realm: number, key: string) => stored(payout, table, realm, key),
    record: (place: number) =>
      [PLACE, CANCEL_PLACE].includes(place) ? { realm: REALM } : undefined,
  };
  const told: ProviderNews[] = [];
  const credits: ProviderCredit[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const noted: StatementNoted[] = [];
  const parts = {
    shards: [{ view, submitted: {} }],
    requestOf: (provider: string, { effectId }: { effectId: string }) =>
      provider === BANK.provider && REQUESTS[effectId] !== undefined
        ? { shard: 0, realm: REALM, providerRequestId: effectId, kind: REQUESTS[effectId].kind }
        : undefined,
    record: async (_request: unknown, one: ProviderNews) => {
      told.push(one);
      return verdict || undefined;
    },
    takeCredit: async (_provider: string, one: ProviderCredit) => {
      credits.push(one);
      underWay++;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await setImmediate();
      underWay--;
      return "credited";
    },
    shown: async () => {},
    nowMs: () => NOW_MS,
    moneyAt: async (_provider: string, since: string) => ({
      ...{ credits: new Map(), external: new Map([["EUR", 90_000n]]) },
      moved: new MovedAfter(since),
    }),
    noteStatement: async (one: StatementNoted) => void noted.push(one),
  } as unknown as BankImportParts;
  const read = await importFile(parts, BANK, Buffer.from(text));
  return { read, told, credits, noted, mostAtOnce };
}
