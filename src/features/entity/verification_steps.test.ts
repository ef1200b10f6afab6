/** What waits for its time costs nothing until then: 100,000 open verifications. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { START_MS } from "../../../test/world/callers.ts";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { NOTHING_STORED, type StateReads } from "../../contract/tables/state_reads.ts";
import { NEVER_STORED } from "../../contract/tables/table.ts";
import { createProviderRequestState } from "../provider_request/provider_request_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { createEntityState, verificationSteps } from "./entity_state.ts";
import type { VerificationDocument } from "./verification_document.ts";

const COUNT = 100_000;
const REALM = 1;
const ENTITY_ID = `ent_${encodeIdSuffix(START_MS, 0, placeOf(1, 0), 0)}`;

/** Verification number `index`; the last of them is due first. */
function verification(index: number): VerificationDocument {
  return {
    realm: REALM,
    verificationId: `ver_${encodeIdSuffix(START_MS, 0, placeOf(2 + index, 0), 0)}`,
    entityId: ENTITY_ID,
    tier: "tier_1",
    provider: "simulator",
    status: "processing",
    attempts: 1,
    expiresAtMs: START_MS + COUNT - index,
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
    reachedAtMs: { pending: START_MS },
    revision: 1,
    changedBy: "test",
  };
}

test(`verifications: ${COUNT} wait -> none is in memory, and the next step is one row and one document`, () => {
  const state = { ...createProviderRequestState(), ...createEntityState() };
  const { verifications } = state;
  for (let index = 0; index < COUNT; index++) {
    const document = verification(index);
    verifications.set(verifications.keyOf(document.verificationId), document);
  }
  const rows = new Map<number, Map<string, Uint8Array>>();
  for (const table of [verifications, ...verifications.indexes]) {
    const stored = new Map<string, Uint8Array>();
    table.drain((_realm, key, value) => {
      if (value !== undefined) stored.set(key, value);
      return NEVER_STORED;
    });
    rows.set(table.code, new Map([...stored].sort(([a], [b]) => (a < b ? -1 : 1))));
  }
  let read = 0;
  const reads: StateReads = {
    ...NOTHING_STORED,
    get(code, _realm, key) {
      read++;
      return rows.get(code)?.get(key);
    },
    *under(code) {
      for (const [key, value] of rows.get(code) ?? []) {
        read++;
        yield { key, value };
      }
    },
  };
  verifications.written();
  // As at a start: no document was used before.
  verifications.attach(reads, COUNT);
  const last = verification(COUNT - 1);
  assert.deepEqual(verificationSteps.earliest(state, REALM), {
    atMs: last.expiresAtMs,
    operation: "entity.kyc.verification.expire",
    input: { verificationId: last.verificationId },
  });
  assert.equal(read, 2);
  assert.equal(rows.get(LEDGER_TABLE.verificationDue)?.size, COUNT);
});
