/** What members say of a key that they make or change, and the answer that shows a new key's text. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Issue, type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { cidrFault } from "../../contract/values/cidr_list.ts";
import { Id, notBlank, Timestamp } from "../../contract/values/formats.ts";
import { keyScopes } from "../operation_ids.ts";
import { API_KEY_FIELDS, ForAgents } from "./api_key_document.ts";

/** The most addresses and blocks that a key is limited to. */
export const KEY_CIDRS_MAX = 50;
/** Characters of an address with a prefix, IPv6 in its longest form. */
const CIDR_LENGTH_MAX = 49;

export const KeyName = notBlank(
  Type.String({ minLength: 1, maxLength: 120, description: "What you call the key." }),
);

export const AllowedCidrs = Type.Array(Type.String({ maxLength: CIDR_LENGTH_MAX }), {
  maxItems: KEY_CIDRS_MAX,
  uniqueItems: true,
  description:
    "Addresses and CIDR blocks that the key is taken from; empty: from everywhere. From any other address the key is no key.",
});

const DRAFT_FIELDS = {
  name: KeyName,
  scopes: Type.Array(Type.String({ maxLength: 60 }), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
    description: "What the key may do: scopes that you have yourself; see `catalog.scope.list`.",
  }),
  expiresAt: Type.Optional(
    described(
      Timestamp,
      "When the key stops working. A key that is made in a browser lasts 90 days at most, one that is made by a login until the login ends.",
    ),
  ),
  allowedCidrs: Type.Optional(AllowedCidrs),
};

export const ApiKeyDraft = Type.Object(DRAFT_FIELDS, {
  title: "ApiKeyDraft",
  description: "A key that shall be made.",
  additionalProperties: false,
});

/** In live a person answers for each agent, so that only a key of the sandbox can be one of an agent. */
export const SandboxApiKeyDraft = Type.Object(
  { ...DRAFT_FIELDS, mcp: Type.Optional(ForAgents) },
  {
    title: "SandboxApiKeyDraft",
    description: "A key of the sandbox that shall be made.",
    additionalProperties: false,
  },
);

/** A key that was just made. */
export const NewApiKey = Type.Object(
  {
    ...API_KEY_FIELDS,
    key: Type.Optional(
      Type.String({
        ...SECRET,
        description: "The key itself: in the answer that made it, once. Keep it; nobody else can.",
      }),
    ),
    browserKeyOnlyOperationIds: Type.Array(Type.String(), {
      description: "Operations that take only keys that were made in a browser.",
    }),
  },
  {
    title: "NewApiKey",
    description: "A key that was just made.",
    additionalProperties: false,
  },
);

export const KeysPath = Type.Object({ productId: Id("prod") }, { additionalProperties: false });
export const KeyPath = Type.Object(
  { productId: Id("prod"), apiKeyId: Id("key") },
  { additionalProperties: false },
);

/** What the schema of a draft cannot say: which scopes there are, and what an address is. */
export function issuesOfKey({
  scopes = [],
  allowedCidrs = [],
}: {
  scopes?: readonly string[];
  allowedCidrs?: readonly string[];
}): Issue[] {
  const known = keyScopes();
  return [
    ...scopes.flatMap((scope, at): Issue[] =>
      known.includes(scope)
        ? []
        : [
            {
              code: "unknown_scope",
              message: `no key can have a scope "${scope}"; there are: ${known.join(", ")}`,
              path: ["scopes", at],
            },
          ],
    ),
    ...allowedCidrs.flatMap((cidr, at): Issue[] => {
      const fault = cidrFault(cidr);
      if (fault === undefined) return [];
      return [
        { code: "format", message: `allowedCidrs.${at} ${fault}`, path: ["allowedCidrs", at] },
      ];
    }),
  ];
}

/** Refuses an end that has come. */
export function refuseExpiry(
  expiresAtMs: number | undefined,
  nowMs: number,
): Refusal<"state_constraint_failed"> | undefined {
  if (expiresAtMs === undefined || expiresAtMs > nowMs) return undefined;
  const [expiresAt, now] = [isoTime(expiresAtMs), isoTime(nowMs)];
  const message = `expiresAt ${expiresAt} is not after ${now}`;
  return refuseConstraint("expires_ahead", message, { expiresAt, now });
}
