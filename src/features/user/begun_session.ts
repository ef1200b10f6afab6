/** The answer that begins a browser session, and how a decision makes it. */
import { type Static, Type } from "@sinclair/typebox";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type {
  CallOrigin,
  NewCredential,
  PreparationTools,
} from "../../contract/declare/preparation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import type { Fact } from "../../contract/records/record.ts";
import { endBeyond } from "../session/session_end.ts";
import { newSession } from "../session/session_facts.ts";
import { type SessionState, sessionResource } from "../session/session_noun.ts";
import { SESSION_FIELDS } from "../session/session_schema.ts";
import { membershipsOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

/** The session; its secret leaves in a cookie. */
export const BegunSession = Type.Object(
  {
    ...SESSION_FIELDS,
    sessionToken: Type.Optional(
      Type.String({
        description:
          "The secret of the session. A browser gets it as a cookie, and not in the body.",
        ...SECRET,
      }),
    ),
  },
  {
    title: "BegunSession",
    description: "A browser session that has begun.",
    additionalProperties: false,
  },
);
export type BegunSession = Static<typeof BegunSession>;

/** What a preparation makes for a session that may begin. */
export type SessionMaterial = { credential: NewCredential; from: CallOrigin };

export function sessionMaterial({ newCredential, from }: PreparationTools): SessionMaterial {
  return { credential: newCredential("session"), from };
}

/** The oldest sessions of the person end where the new one would be one too many. */
export function beginSession(
  state: SessionState & TenantState,
  session: { userId: string; tenantId: string; mfa: boolean },
  { credential, from }: SessionMaterial,
  context: Pick<DecisionContext, "nowMs" | "newId" | "place">,
): { facts: readonly Fact[]; reply: BegunSession } {
  const { text, ...stored } = credential;
  const fact = newSession(session, stored, from, context);
  // Browsers' sessions have no keys, so nothing but facts comes of their end.
  const ended = endBeyond(state, { userId: session.userId, kind: "browser" }, context);
  const reply = { ...sessionResource(fact.session, context.nowMs), sessionToken: text };
  return { facts: [...ended.facts, fact], reply };
}

/**
 * The company that a session of the person acts for: the one that is named, or the person's oldest; ""
 * where he is in none. Undefined where he is no member of the one that is named.
 */
export function companyOfSession(
  state: TenantState,
  userId: string,
  named: string | undefined,
): string | undefined {
  const memberships = membershipsOf(state, userId);
  if (named === undefined) return memberships[0]?.tenantId ?? "";
  return memberships.find(({ tenantId }) => tenantId === named)?.tenantId;
}
