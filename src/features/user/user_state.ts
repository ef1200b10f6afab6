/** People in the memory of the platform shard; all of them are in the platform's realm. */
import { ResourceTable } from "../../contract/resource.ts";
import type { UserDocument } from "./user_document.ts";
import { users } from "./user_resource.ts";

export type UserState = { users: ResourceTable<UserDocument> };

export function createUserState(): UserState {
  return { users: new ResourceTable<UserDocument>(users) };
}
