/** Where the interface of agents is, and how an agent logs in: for the root descriptor, and in words for the guides. */
import { AUTHORIZATION_SERVER_PATH, MCP_RESOURCE_METADATA_PATH } from "../http/oauth_paths.ts";
import { BASE_PATH } from "../http/route.ts";
import { type HostSetting, hostSettings } from "./agent_hosts.ts";

/** The path of the page of the documentation. */
export const AGENT_LOGIN_PATH = "/docs/mcp";

/** The addresses of the interface of agents and of the log-in, and the settings of the usual hosts. */
export type AgentInterface = {
  endpoint: string;
  transport: "streamable-http";
  login: {
    authorize: string;
    device: string;
    token: string;
    register: string;
    resource: string;
  };
  metadata: { resource: string; authorizationServer: string };
  guide: string;
  hosts: HostSetting[];
};

/** `origin`: scheme and host, without a slash at the end. */
export function agentInterface(origin: string): AgentInterface {
  const base = origin + BASE_PATH;
  const endpoint = `${base}/mcp`;
  return {
    endpoint,
    transport: "streamable-http",
    login: {
      authorize: `${base}/oauth/authorize`,
      device: `${base}/oauth/device`,
      token: `${base}/oauth/token`,
      register: `${base}/oauth/register`,
      resource: endpoint,
    },
    metadata: {
      resource: origin + MCP_RESOURCE_METADATA_PATH,
      authorizationServer: origin + AUTHORIZATION_SERVER_PATH,
    },
    guide: `${origin}${AGENT_LOGIN_PATH}.md`,
    hosts: hostSettings(endpoint),
  };
}

/** The section of the short guide: enough for an agent, and for the person who sets up a host, to begin. */
export function agentSummary(origin: string): string {
  const { endpoint, login, guide } = agentInterface(origin);
  return `An agent works at \`${endpoint}\` by the Model Context Protocol (Streamable HTTP), with tools for the operations below. A host of agents needs that address alone: it is
sent to the log-in, and a person lets the agent in. A program without a browser logs in by the device flow: POST \`client_id\`, \`agent_name\` and \`resource=${login.resource}\` as a form to
\`${login.device}\`, show the person \`verification_uri_complete\`, and poll \`${login.token}\`. No API key is taken at that address.

- [Agents: log-in and settings for hosts](${guide}): Claude, Cursor, VS Code, Codex, Gemini and others, with both flows, step by step`;
}

/** The page about agents. `scopes`: those that an agent may ask for. */
export function agentLoginPage(origin: string, scopes: readonly string[]): string {
  const { endpoint, hosts } = agentInterface(origin);
  return `# Agents: where they work and how they log in

> An agent is a program that acts for a person by itself. It works at one address, by the Model Context Protocol (MCP), as far as a person has let it in.

The address is \`${endpoint}\`. The transport is Streamable HTTP: each message is one POST, and there is no session. An agent has the access token of its log-in in
\`Authorization: Bearer …\`; no API key and no personal access token is taken there, and the token of an agent is taken nowhere else.

## Settings for hosts

A host of agents needs the address alone. It asks, gets a challenge, opens a browser, and the person decides there what the agent may do.

${hosts.map(hostText).join("\n\n")}

${flowsText(origin)}

## What an agent may do

- The person ticks scopes, and names the Products that the agent reaches. A call that lacks a scope is refused with \`missing_required_scope\`, one on another Product with \`unauthorized\`.
- In the sandbox a call runs at once. In live each call waits for a person: it is refused with \`agent_approval_required\` and \`details.approvalUrl\`. Show that link, and send the same call with the same \`idempotencyKey\` again once a person has approved it.
- The tool \`agent_member_current\` says who the agent is, and which Products it reaches. Where there are few tools, \`operation_search\` finds an operation, \`operation_describe\` says what it takes, \`operation_call\` calls it.
- A tool is called as its operation, with \`_\` in the place of \`.\`: \`transfer.create\` is \`transfer_create\`.
- The person sees and ends what was granted under Agents in the console, \`${origin}/console/agents\`.

The scopes that an agent may ask for: ${scopes.map((scope) => `\`${scope}\``).join(", ")}.
`;
}

function hostText({ host, how, file, language, text }: HostSetting): string {
  const where = file === undefined ? "" : `\n\nFile: \`${file}\``;
  return `### ${host}\n\n${how}${where}\n\n\`\`\`${language}\n${text}\n\`\`\``;
}

/** Both ways to log in, as requests. */
function flowsText(origin: string): string {
  const { endpoint, login, metadata } = agentInterface(origin);
  return `## Log in with a browser: authorization code

For programs that can open a browser and be reached by it. It is OAuth 2.1 with PKCE, for public clients.

1. Ask the address without a token. The answer is 401, and \`WWW-Authenticate\` names \`resource_metadata\`: [${metadata.resource}](${metadata.resource}). It names the authorization server, whose addresses are in [${metadata.authorizationServer}](${metadata.authorizationServer}).
2. Have a client id: the https address of your client's metadata document, or what \`POST ${login.register}\` answers to \`client_name\` and \`redirect_uris\` (RFC 7591).
3. Open \`${login.authorize}\` in a browser, with \`response_type=code\`, \`client_id\`, \`redirect_uri\`, \`code_challenge\`, \`code_challenge_method=S256\`, \`resource=${endpoint}\`, \`state\`, and \`scope\` with spaces between the scopes. The browser comes back with \`code\` and \`iss\`.
4. POST to \`${login.token}\`, as a form: \`grant_type=authorization_code\`, \`code\`, \`redirect_uri\`, \`client_id\`, \`code_verifier\`, \`resource\`.

## Log in without a browser: device flow

For programs on a command line or a server (RFC 8628). Ask, and show the person \`verification_uri_complete\`:

\`\`\`sh
curl -sS ${login.device} -d client_id=my-agent -d 'agent_name=My agent' -d resource=${endpoint} -d 'scope=products:read accounts:read transfers:write'
\`\`\`

Then poll every \`interval\` seconds, until the answer is no more \`authorization_pending\`:

\`\`\`sh
curl -sS ${login.token} -d grant_type=urn:ietf:params:oauth:grant-type:device_code -d client_id=my-agent -d device_code=$DEVICE_CODE
\`\`\`

## Tokens

An access token works for \`expires_in\` seconds. Before that, POST \`grant_type=refresh_token\`, \`client_id\` and the newest \`refresh_token\` to \`${login.token}\`: the answer has a new pair, and a refresh token
that is sent twice ends the log-in. A log-in ends after 30 days, or after 7 days in which it was not used.`;
}
