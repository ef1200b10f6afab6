/** device_authorization.create: a program asks to be let in, and gets the code that a person types. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type {
  CallOrigin,
  NewCredential,
  PreparationTools,
} from "../../contract/declare/preparation.ts";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import { refuseUnavailable } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { AGENT_NAME_IS, AGENT_NAME_MAX, isAgentName } from "../agent/agent_name.ts";
import { DEFAULT_LOGIN_SCOPES, loginScopes } from "../login_scopes.ts";
import { given, refuseOauth, scopesIn } from "../oauth_refusal.ts";
import { apiResource, mcpResource } from "../oauth_resources.ts";
import { agentScopes } from "../operation_ids.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import {
  DEVICE_LASTS_SECONDS,
  DEVICE_PREFIX,
  DEVICES_MAX,
  type DeviceDocument,
  POLL_INTERVAL_SECONDS,
  type SignupHints,
} from "./device_document.ts";
import type { DeviceFact } from "./device_facts.ts";
import type { DeviceState } from "./device_state.ts";
import { digestOfUserCode, shownUserCode } from "./user_code.ts";

/** User codes that a preparation makes: one that is in use already is not taken. */
const USER_CODES = 4;

/** What the preparation makes. */
type Prepared = {
  device: NewCredential;
  userCodes: readonly { code: string; digest: string }[];
  publicUrl: string;
  from: CallOrigin;
};

const Hint = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description, ...PII }));

export const deviceAuthorizationCreate = declareWrite<DeviceState>()({
  id: "device_authorization.create",
  summary: "Ask a person to let a program in",
  description:
    "The first step of the device flow (RFC 8628). The program shows `verification_uri_complete`, and polls `oauth.token.create` until the person has decided.",
  http: { method: "POST", path: "/oauth/device" },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  takes: "form",
  oauth: {},
  body: Type.Object(
    {
      client_id: Type.Optional(
        Type.String({ maxLength: 120, description: "The name that the program gives itself." }),
      ),
      resource: Type.Optional(
        Type.String({
          maxLength: 2_048,
          description:
            "The interface that the tokens are for: the base URL, which is the default; or the base URL with `/mcp` behind it, for an agent.",
        }),
      ),
      scope: Type.Optional(
        Type.String({ maxLength: 8_000, description: "Scopes with spaces between." }),
      ),
      login_hint: Hint(254, "The e-mail address of a person who is to sign up."),
      name: Hint(120, "What that person is called."),
      company: Hint(120, "What that person's company is called."),
      agent_name: Type.Optional(
        Type.String({
          maxLength: AGENT_NAME_MAX,
          description: "What an agent is called; only with the resource of agents.",
        }),
      ),
    },
    { title: "DeviceAuthorizationRequest", description: "What a program asks for." },
  ),
  output: Type.Object(
    {
      device_code: Type.Optional(
        Type.String({ ...SECRET, description: "What the program polls with." }),
      ),
      user_code: Type.Optional(Type.String({ ...SECRET, description: "What a person types." })),
      verification_uri: Type.String({ description: "The page where a person types the code." }),
      verification_uri_complete: Type.Optional(
        Type.String({
          ...SECRET,
          description: "The same page with the code; what it says of the person is behind `#`.",
        }),
      ),
      expires_in: Type.Integer({ description: "How long a person has to decide, seconds." }),
      interval: Type.Integer({ description: "The least time between two polls, seconds." }),
    },
    { title: "DeviceAuthorizationResponse", additionalProperties: false },
  ),
  refusals: ["invalid_request", "state_constraint_failed", "ledger_unavailable"],
  events: [],
  async prepare(_input: unknown, tools: PreparationTools): Promise<Prepared> {
    const { publicUrl, from } = tools;
    const userCodes = Array.from({ length: USER_CODES }, () => {
      const code = tools.newUserCode();
      return { code, digest: digestOfUserCode(tools.digest, code) };
    });
    return { device: tools.newCredential("device"), userCodes, publicUrl, from };
  },
  decide(state, input, { nowMs, newId, prepared }) {
    const { device, userCodes, publicUrl, from } = prepared;
    const clientId = given(input.client_id);
    if (clientId === undefined || !CLIENT_ID.test(clientId)) return refuseField("client_id", NAMED);
    const asked = askedInterface(publicUrl, input);
    if ("refused" in asked) return asked;
    const { resource, isAgent } = asked;
    const agentName = given(input.agent_name);
    if (agentName !== undefined && !isAgent) return refuseField("agent_name", NO_AGENT);
    if (agentName !== undefined && !isAgentName(agentName)) {
      return refuseField("agent_name", AGENT_NAME_IS);
    }
    const scopes = scopesIn(input.scope) ?? (isAgent ? agentScopes() : DEFAULT_LOGIN_SCOPES);
    const known = isAgent ? agentScopes() : loginScopes();
    if (!scopes.every((scope) => known.includes(scope))) {
      return refuseOauth("invalid_scope", `there are the scopes ${known.join(" ")}`);
    }
    const userCode = userCodes.find(
      ({ digest }) => state.devicesByUserCode.holderOf(PLATFORM_REALM, digest) === undefined,
    );
    if (userCode === undefined || state.devices.size >= DEVICES_MAX) {
      return refuseUnavailable("too many programs wait to be let in; try again in a minute");
    }
    const hints = hintsOf(input);
    const document: Omit<DeviceDocument, "realm"> = {
      deviceAuthorizationId: newId(DEVICE_PREFIX),
      status: "pending",
      userCodeDigest: userCode.digest,
      identity: device.identity,
      digest: device.digest,
      clientId,
      resource,
      scopes,
      ...(isAgent && { agentName: agentName ?? clientId }),
      ...(hints !== undefined && { hints }),
      intervalSeconds: POLL_INTERVAL_SECONDS,
      ipAddress: from.address,
      userAgent: from.userAgent,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + DEVICE_LASTS_SECONDS * 1_000,
    };
    const fact: DeviceFact = { kind: "device_authorization.begun.1", device: document };
    const shown = shownUserCode(userCode.code);
    const page = `${publicUrl}/console/device`;
    return accept([fact], {
      device_code: device.text,
      user_code: shown,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${shown}${fragmentOf(hints)}`,
      expires_in: DEVICE_LASTS_SECONDS,
      interval: POLL_INTERVAL_SECONDS,
    });
  },
});

/** Printable ASCII (RFC 6749, appendix A.1), and not blank. */
const CLIENT_ID = /^(?=.*\S)[\x20-\x7e]{1,120}$/;
const NAMED = "must be 1 to 120 printable characters of ASCII";
const NO_AGENT = "is for agents, whose resource ends with /mcp";

/** The interface that the tokens are for. */
function askedInterface(publicUrl: string, { resource: sent }: { resource?: string | undefined }) {
  const resource = given(sent) ?? apiResource(publicUrl);
  const isAgent = resource === mcpResource(publicUrl);
  if (isAgent || resource === apiResource(publicUrl)) return { resource, isAgent };
  const known = `${apiResource(publicUrl)} or ${mcpResource(publicUrl)}`;
  return refuseOauth("invalid_target", `the resource must be ${known}`);
}

function refuseField(name: string, says: string) {
  return refuseIssues([{ code: "format", message: `${name} ${says}`, path: [name] }]);
}

type Hinted = {
  login_hint?: string | undefined;
  name?: string | undefined;
  company?: string | undefined;
};

function hintsOf(input: Hinted): SignupHints | undefined {
  const hints = { email: input.login_hint, name: input.name, company: input.company };
  const sent = Object.entries(hints).filter(([, value]) => given(value?.trim()) !== undefined);
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}

/** Behind `#`, which a browser sends to no server: so the hints are in no log, here or on the way. */
function fragmentOf(hints: SignupHints | undefined): string {
  return hints === undefined ? "" : `#${new URLSearchParams({ ...hints })}`;
}
