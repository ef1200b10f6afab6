/** oauth.token.create: a program fetches its tokens once a person has let it in, and new ones later. */
import { Type } from "@sinclair/typebox";
import { type Acceptance, declareWrite } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { CLIENT_ID_MAX } from "../oauth_client/client_address.ts";
import { REDIRECT_URI_MAX } from "../oauth_client/redirect_uri.ts";
import { given, refuseOauth } from "../oauth_refusal.ts";
import { fromCode } from "./code_grant.ts";
import { fromDevice } from "./device_grant.ts";
import { fromRefresh } from "./refresh_grant.ts";
import { type GrantState, type Tokens, tokensOf } from "./token_answer.ts";

const AUTHORIZATION_CODE = "authorization_code";
const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";
const REFRESH_TOKEN = "refresh_token";

const Token = (description: string) =>
  Type.Optional(Type.String({ maxLength: 200, description, ...SECRET }));
const Text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const oauthTokenCreate = declareWrite<GrantState>()({
  id: "oauth.token.create",
  summary: "Fetch tokens",
  description:
    "Takes an authorization code (RFC 6749, 4.1.3), a device code (RFC 8628, 3.4) or a refresh token (RFC 6749, 6). A code and a refresh token are taken once: whoever sends one again ends the login.",
  http: { method: "POST", path: "/oauth/token" },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  takes: "form",
  oauth: { addressBudget: "ip" },
  body: Type.Object(
    {
      grant_type: Text(200, "What is presented: a code of either kind or a refresh token."),
      client_id: Text(CLIENT_ID_MAX, "What the program was called when it asked to be let in."),
      code: Token("What the browser has brought back from `oauth.authorize`."),
      redirect_uri: Text(REDIRECT_URI_MAX, "Where the browser has brought the code to."),
      code_verifier: Token("What the code_challenge was made of."),
      device_code: Token("What `device_authorization.create` answered."),
      refresh_token: Token("The latest refresh token of the login."),
      resource: Text(2_048, "The interface that the tokens are for, if it is sent."),
      scope: Text(8_000, "Scopes of the login with spaces between; all of them are granted."),
    },
    { title: "TokenRequest", description: "What a program presents." },
  ),
  output: Type.Object(
    {
      access_token: Token("What requests carry in `Authorization`."),
      token_type: Type.Literal("Bearer", { description: "How the access token is sent." }),
      expires_in: Type.Integer({ description: "How long the access token works, seconds." }),
      refresh_token: Token("What the next tokens are fetched with, once."),
      scope: Type.String({ description: "What was granted: scopes with spaces between." }),
    },
    { title: "TokenResponse", additionalProperties: false },
  ),
  refusals: ["invalid_request", "state_constraint_failed"],
  events: [],
  async prepare(input: Sent, tools: PreparationTools): Promise<Tokens> {
    const named = GRANTS[given(input.grant_type) ?? ""]?.[0];
    return tokensOf((named && given(input[named])) ?? "", tools);
  },
  decide(
    state,
    input,
    context,
  ): Acceptance | Refusal<"invalid_request" | "state_constraint_failed"> {
    const grantType = given(input.grant_type);
    const needed = grantType === undefined ? [] : GRANTS[grantType];
    if (needed === undefined) {
      const message = `there are the grants ${Object.keys(GRANTS).join(", ")}`;
      return refuseOauth("unsupported_grant_type", message);
    }
    const missing = (["grant_type", "client_id", ...needed] as const).filter(
      (field) => given(input[field]) === undefined,
    );
    if (missing.length > 0) return refuseMissing(missing);
    const { client_id: clientId = "", redirect_uri, code_verifier } = input;
    const asked = { clientId, resource: given(input.resource), scope: given(input.scope) };
    switch (grantType) {
      case DEVICE_CODE:
        return fromDevice(state, asked, context);
      case AUTHORIZATION_CODE: {
        const redirectUri = redirect_uri ?? "";
        const withCode = { ...asked, redirectUri, verifier: code_verifier ?? "" };
        return fromCode(state, withCode, context);
      }
      default:
        return fromRefresh(state, asked, context);
    }
  },
});

type Field = "device_code" | "refresh_token" | "code" | "redirect_uri" | "code_verifier";
type Sent = Partial<Record<"grant_type" | Field, string>>;

/** The fields that each grant needs; the first is what is presented. */
const GRANTS: Readonly<Record<string, readonly Field[]>> = {
  [AUTHORIZATION_CODE]: ["code", "redirect_uri", "code_verifier"],
  [DEVICE_CODE]: ["device_code"],
  [REFRESH_TOKEN]: ["refresh_token"],
};

function refuseMissing(fields: readonly string[]) {
  return refuseIssues(
    fields.map((field) => ({ code: "required", message: `${field} is missing`, path: [field] })),
  );
}
