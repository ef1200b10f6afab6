/** The API keys that a member of a company has made. They do not end with the membership: programs run with them. */
import { isOverStatus, statusOfKey } from "../platform/api_key_times.ts";
import { type ApiKeyDocument, makerText, type PlatformState } from "../platform/platform_state.ts";
import type { MemberDocument } from "./member_document.ts";

/** Those that are in force, in no order. */
export function keysMadeBy(
  { apiKeysOfMakers }: PlatformState,
  { tenantId, userId: createdByUserId }: Pick<MemberDocument, "tenantId" | "userId">,
  nowMs: number,
): ApiKeyDocument[] {
  const text = makerText({ tenantId, createdByUserId });
  if (text === undefined) return [];
  return apiKeysOfMakers.of(text).filter((key) => !isOverStatus(statusOfKey(key, nowMs)));
}
