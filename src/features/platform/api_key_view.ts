/** A key of the platform shard as reads of it show it: without its digest, and with its operations. */
import { isoTime } from "../../base/iso_time.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { type ApiKey, apiKeyDocument } from "../api_key/api_key_document.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { statusOfKey } from "./api_key_times.ts";
import {
  type ApiKeyDocument,
  type OperationSetDocument,
  PLATFORM_REALM,
  type PlatformState,
} from "./platform_state.ts";

export type StoredKey = Omit<ApiKeyDocument, "realm">;
type IdsOfSet = (operationSet: number) => readonly string[] | undefined;

/** `idsOf`: the operations of a list by its number. */
export function viewOfKey(key: StoredKey | ApiKeyDocument, idsOf: IdsOfSet): ApiKeyView {
  const { digest: _, digestAtMs: _at, slot: __, operationSet, expiringAtMs: ___, ...known } = key;
  const { realm: ____, ...view } = known as Omit<ApiKeyDocument, "digest" | "slot">;
  const operationIds = operationSet === undefined ? undefined : idsOf(operationSet);
  return { ...view, ...(operationIds !== undefined && { operationIds }) };
}

export function idsInState({ operationSets }: PlatformState): IdsOfSet {
  return (operationSet) => operationSets.find(String(operationSet))?.operationIds;
}

/** Reads each list once. */
export function idsInSnapshot(snapshot: Snapshot): IdsOfSet {
  const read = new Map<number, readonly string[] | undefined>();
  return (operationSet) => {
    if (read.has(operationSet)) return read.get(operationSet);
    const value = snapshot.get(PLATFORM_TABLE.operationSet, PLATFORM_REALM, String(operationSet));
    const ids =
      value === undefined ? undefined : decodeDocument<OperationSetDocument>(value).operationIds;
    read.set(operationSet, ids);
    return ids;
  };
}

/** The key in answers at a time. `lastUse`: as far as it was noted. */
export function shownKey(
  view: ApiKeyView,
  nowMs: number,
  lastUse?: { atMs: number; address: string },
): ApiKey {
  const status = statusOfKey(view, nowMs);
  const isOver = status === "revoked" && view.status === "rolling";
  const ended = { ...view, status, ...(isOver && { revokedAtMs: view.endsAtMs as number }) };
  return {
    ...apiKeyDocument(ended),
    ...(lastUse !== undefined && {
      lastUsedAt: isoTime(lastUse.atMs),
      lastUsedIp: lastUse.address,
    }),
  };
}
