/** The device authorizations in the memory of the platform shard; all are in the platform's realm. */
import { DeadlineIndex, UniqueIndex, uniqueIndexOf } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { DEVICE_KEPT_MS, type DeviceDocument } from "./device_document.ts";

export type DeviceState = {
  /** By the characters of the id behind its prefix. */
  devices: DocumentTable<DeviceDocument>;
  devicesByUserCode: UniqueIndex;
  devicesByIdentity: UniqueIndex;
  /** When an authorization is forgotten. */
  deviceDeadlines: DeadlineIndex<DeviceDocument>;
};

export function createDeviceState(): DeviceState {
  const devicesByUserCode = new UniqueIndex({
    name: "device_by_user_code",
    code: PLATFORM_TABLE.deviceByUserCode,
  });
  const devicesByIdentity = new UniqueIndex({
    name: "device_by_identity",
    code: PLATFORM_TABLE.deviceByIdentity,
  });
  const deviceDeadlines = new DeadlineIndex<DeviceDocument>(
    ({ expiresAtMs }) => expiresAtMs + DEVICE_KEPT_MS,
  );
  const devices = new DocumentTable<DeviceDocument>({
    name: "device_authorization",
    code: PLATFORM_TABLE.deviceAuthorization,
    indexes: [
      uniqueIndexOf(devicesByUserCode, ({ userCodeDigest }) => userCodeDigest),
      uniqueIndexOf(devicesByIdentity, ({ identity }) => identity),
      deviceDeadlines,
    ],
  });
  return { devices, devicesByUserCode, devicesByIdentity, deviceDeadlines };
}
