/** oauth.token.create: a program fetches its tokens once a person has let it in, and new ones later. */
import { Type } from "@sinclair/typebox";
import { type Acceptance, declareWrite } from "../../contract/operation.ts";
import { refuseIssues } from "../../contract/page.ts";
import type { PreparationTools } from "../../contract/preparation.ts";
import { SECRET } from "../../contract/redaction.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { given, refuseOauth } from "../oauth_refusal.ts";
import { fromDevice } from "./device_grant.ts";
import { fromRefresh } from "./refresh_grant.ts";
import { type GrantState, type Tokens, tokensOf } from "./token_answer.ts";

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
    "Takes a device code (RFC 8628, 3.4) or a refresh token (RFC 6749, 6). Each refresh token is taken once: whoever sends one again ends the login.",
  tag: "Start",
  http: { method: "POST", path: "/oauth/token", status: 200 },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  takes: "form",
  answers: "oauth",
  addressBudget: "ip",
  body: Type.Object(
    {
      grant_type: Text(200, "What is presented: a device code or a refresh token."),
      client_id: Text(120, "The name that the program gave itself when it asked to be let in."),
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
  async prepare(
    { refresh_token, device_code }: { refresh_token?: string; device_code?: string },
    tools: PreparationTools,
  ): Promise<Tokens> {
    return tokensOf(given(refresh_token) ?? given(device_code) ?? "", tools);
  },
  decide(
    state,
    input,
    context,
  ): Acceptance | Refusal<"invalid_request" | "state_constraint_failed"> {
    const grantType = given(input.grant_type);
    if (grantType !== undefined && grantType !== DEVICE_CODE && grantType !== REFRESH_TOKEN) {
      const message = `there are the grants ${DEVICE_CODE} and ${REFRESH_TOKEN}`;
      return refuseOauth("unsupported_grant_type", message);
    }
    const name = grantType === DEVICE_CODE ? "device_code" : "refresh_token";
    const sent = {
      grant_type: grantType,
      client_id: given(input.client_id),
      [name]: given(input[name]),
    };
    const missing = Object.keys(sent).filter(
      (field) => sent[field as keyof typeof sent] === undefined,
    );
    if (missing.length > 0) {
      return refuseIssues(
        missing.map((field) => ({
          code: "required",
          message: `${field} is missing`,
          path: [field],
        })),
      );
    }
    const asked = {
      clientId: sent.client_id as string,
      resource: given(input.resource),
      scope: given(input.scope),
    };
    return grantType === DEVICE_CODE
      ? fromDevice(state, asked, context)
      : fromRefresh(state, asked, context);
  },
});
