/** Sessions and tokens as reads show them: with their last use. Each person sees the own ones only. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { DocumentResource } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { answerCreatedList } from "../created_list.ts";
import { isOwn, type Owner, personText } from "../own_person.ts";
import { lastUseOf } from "./credential_use_state.ts";

/** `byUser`: the code of the index by person. `show`: the credential in answers; `lastUsedAtMs` as far as it was noted. */
export function ownCredentials<D extends { userId: string; tenantId: string }, R>(
  { find, prefix }: Pick<DocumentResource<D>, "find" | "prefix">,
  byUser: number,
  show: (document: D, nowMs: number, lastUsedAtMs?: number) => R,
) {
  /** The owner's credential as of now; undefined alike for unknown, malformed and foreign ids. */
  const seen = (
    snapshot: Snapshot,
    { realm, nowMs }: Pick<ReadContext, "realm" | "nowMs">,
    id: string,
    owner: Owner,
  ): R | undefined => {
    const document = find(snapshot, realm, id)?.document;
    if (document === undefined || !isOwn(document, owner)) return undefined;
    return show(document, nowMs, lastUseOf(snapshot, id)?.atMs);
  };
  return {
    seen,
    /** The answer of a list of the owner's credentials, newest first. */
    list: (
      snapshot: Snapshot,
      input: Parameters<typeof answerCreatedList>[0],
      context: ReadContext,
      owner: Owner,
    ) =>
      answerCreatedList(input, context, {
        snapshot,
        tableCode: byUser,
        keyPrefix: personText(owner.userId),
        itemOf: (key) =>
          seen(snapshot, context, `${prefix}_${key.slice(-ID_SUFFIX_LENGTH)}`, owner),
      }),
  };
}
