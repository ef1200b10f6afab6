/** The part of a shard's state about consents; all of it stays in the `state` database. */
import { ResourceTable } from "../../contract/resource.ts";
import type { AccountState } from "../account/account_state.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { ConsentDocument } from "./consent_document.ts";
import { consents } from "./consent_resource.ts";

export type ConsentPart = ReturnType<typeof createConsentState>;
export type ConsentState = AccountState & SandboxState & ConsentPart;

export function createConsentState() {
  return { consents: new ResourceTable<ConsentDocument>(consents) };
}
