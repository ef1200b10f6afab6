/** For tests: a person lets agents in, narrows what they may do, and shuts them out. */
import { createHash } from "node:crypto";
import { PLATFORM_NAMES } from "../../../../src/contract/records/platform_realm.ts";
import {
  type Acting,
  type CompanyStage,
  operate,
  type Part,
  type Reply,
} from "../../../world/story.ts";

const FROM = { address: "192.0.2.1", userAgent: "story" };
const PUBLIC_URL = "https://money.example";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export function* tellOfAgents({ company, userId, productId }: CompanyStage): Part {
  const as = { actorType: "user", actorId: userId, principalId: "ses_1" } as const;
  function* letIn(number: number, wishes: object): Part<Reply> {
    yield { enter: PLATFORM_NAMES };
    const device = { identity: `device${number}`, digest: digestOf(number), text: "t" };
    const userCodes = [{ code: "WDJBMJHT", digest: digestOf(10 + number) }];
    const form = { client_id: "story", resource: `${PUBLIC_URL}/v1/mcp` };
    const asked = { ...form, scope: "accounts:read books:read" };
    const prepared = { device, userCodes, publicUrl: PUBLIC_URL, from: FROM };
    yield* operate("device_authorization.create", asked, prepared);
    const deciding = { userCodeDigests: [digestOf(10 + number)], tenantId: company.tenantId };
    const approval = { userCode: "WDJB-MJHT", ...wishes };
    const code = { identity: `code${number}`, digest: digestOf(30 + number), text: "t" };
    const shown = { ...deciding, mfa: true, code, publicUrl: PUBLIC_URL, from: FROM };
    const answer = yield* operate("device_authorization.approve", approval, shown, as);
    const pair = { identity: `login${number}`, digest: digestOf(20 + number), text: "t" };
    const tokens = { refresh: pair, access: pair, from: FROM };
    const fetched = { grant_type: DEVICE_GRANT, client_id: "story", device_code: "t" };
    const presented = { word: "device", ...device, digests: [device.digest] };
    yield* operate("oauth.token.create", fetched, { presented, ...tokens });
    yield { enter: company };
    return answer;
  }
  const productIds = [productId];
  const { agentMemberId, agentGrantId } = yield* letIn(1, { productIds });
  const second = yield* letIn(2, { productIds, agentMemberId, companyWide: true });
  for (const grantId of [agentGrantId, second["agentGrantId"]]) {
    yield* tellOfApprovals({ agentGrantId: String(grantId), productId, as });
  }
  yield* operate("agent_member.update", { agentMemberId, name: "S" }, FROM, as);
  yield* operate("agent_grant.update", { agentGrantId, scopes: ["books:read"] }, FROM, as);
  yield* operate("agent_grant.revoke", { agentGrantId }, FROM, as);
  yield* operate("agent_member.revoke", { agentMemberId }, FROM, as);
}

type Asking = { agentGrantId: string; productId: string; as: Acting };

/** The agent asks for five things in live, of which a person lets two run. */
function* tellOfApprovals({ agentGrantId, productId, as }: Asking): Part {
  const claim = (number: number, revision = 1) =>
    operate("agent_approval.claim", {
      ...{ operation: "transfer.create", environment: "live", productId, agentGrantId },
      ...{ arguments: { amount: `${number}` }, argumentsDigest: digestOf(number) },
      revisions: [{ type: "account", id: "acct_1", revision }],
      idempotencyKey: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
      ...{ approvalsUrl: `${PUBLIC_URL}/console/approvals`, origin: FROM },
    });
  const idOf = ({ error }: { error?: unknown }) =>
    (error as { details: { agentApprovalId: string } }).details.agentApprovalId;
  const mark = createHash("sha256").update("h").digest("base64url");
  const password = { isWaiting: false, mark };
  const approve = (asked: Reply) =>
    operate(
      "agent_approval.approve",
      { agentApprovalId: idOf(asked) },
      { password, from: FROM },
      as,
    );
  yield* approve(yield* claim(1));
  yield* claim(1);
  yield* claim(1);
  yield* operate("agent_approval.deny", { agentApprovalId: idOf(yield* claim(2)) }, FROM, as);
  yield* claim(3);
  yield* approve(yield* claim(3, 2));
  yield* claim(4);
}

function digestOf(number: number): string {
  return number.toString(16).padStart(64, "0");
}
