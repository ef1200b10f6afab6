/** Guide: an agent, and a person's approval. */
import { BEGIN, TOKEN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const AGENT: Guide = {
  name: "agent-with-approval",
  title: "Let an agent work, and approve what it does in live",
  summary:
    "An agent that a person lets in, a tool that it calls, and a call that waits for the person.",
  words: [
    "agent",
    "mcp",
    "model context protocol",
    "approval",
    "approve",
    "grant",
    "oauth",
    "device flow",
    "ai",
    "llm",
    "assistant",
    "tool",
    "claude",
    "cursor",
  ],
  steps: [
    BEGIN,
    WORDS,
    {
      says: "A host of agents needs the address alone, `$BASE_URL/mcp`: it opens a page on which you log in and choose what the agent may do. By hand it is the device flow (RFC 8628):",
      sh: `curl -sS "$BASE_URL/oauth/device" -d client_id=clerk -d agent_name=Clerk -d "resource=$BASE_URL/mcp" > device.json
field verification_uri_complete < device.json`,
      prints: "…/console/device?user_code=…",
    },
    {
      says: "Open that address as a member of the company, and let the agent in. It may do what you tick: scopes, and the whole company or single Products. Meanwhile the agent asks for its token:",
      sh: `token() {
  curl -sS "$BASE_URL/oauth/token" -d client_id=clerk -d "device_code=$(field device_code < device.json)" \\
    -d grant_type=urn:ietf:params:oauth:grant-type:device_code | field access_token
}
until access=$(token); [ -n "$access" ]; do sleep 5; done`,
    },
    {
      says: "Its tools are the operations. In the sandbox it works by itself, as far as the grant goes:",
      sh: `tool() {    # name, and arguments as JSON
  curl -sS "$BASE_URL/mcp" -H "Authorization: Bearer $access" -H "$json" -H "Accept: application/json, text/event-stream" \\
    -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "'$1'", "arguments": '"$2"'}}' | sed 's/\\\\"/"/g'
}
tool agent_member_current '{}' | field name`,
      prints: "Clerk",
    },
    {
      says: "In live every call waits for a person who may do it: the agent gets `agent_approval_required` with an address. Nothing has run.",
      sh: `call='{"environment": "live", "idempotencyKey": "'$(uuid)'"}'
tool product_list "$call" > asked.json
field code < asked.json; field status < asked.json; field approvalUrl < asked.json`,
      prints: "agent_approval_required\npending\n…/console/approvals/apr_…",
    },
    {
      says: "The page shows exactly what is asked for, with names and amounts, and takes your password once more. When you have approved, the agent sends the same call with the same key, and it runs once:",
      sh: `until tool product_list "$call" > done.json; ! grep -q agent_approval_required done.json; do sleep 2; done
grep -o '"items":' done.json | head -n 1`,
      prints: '"items":',
    },
    TOKEN,
    {
      says: "Who asked for what, and who approved it, is a list that stays:",
      sh: `curl -sS "$BASE_URL/agent-approvals?limit=1" -H "Authorization: Bearer $TOKEN" | grep -o '"status":"[a-z]*"' | head -n 1`,
      prints: '"status":"…"',
    },
  ],
};
