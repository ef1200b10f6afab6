/** Which page is shown on which path, and who it is for. */
import type { ComponentType } from "preact";
import { CONNECT_AGENT } from "./navigation.ts";
import { ConnectAgent } from "./pages/agent_connect.tsx";
import { Agents } from "./pages/agents.tsx";
import { Approval } from "./pages/approval.tsx";
import { Approvals } from "./pages/approvals.tsx";
import { Authorize } from "./pages/authorize.tsx";
import { Company } from "./pages/company.tsx";
import { Device } from "./pages/device.tsx";
import { Invitation } from "./pages/invitation.tsx";
import { Keys } from "./pages/keys.tsx";
import { Login } from "./pages/login.tsx";
import { LoginCode } from "./pages/login_code.tsx";
import { LoginFactor } from "./pages/login_factor.tsx";
import { Members } from "./pages/members.tsx";
import { Operation } from "./pages/operation.tsx";
import { Overview } from "./pages/overview.tsx";
import { Products } from "./pages/products.tsx";
import { ReceivedCredits } from "./pages/received_credits.tsx";
import { Reset } from "./pages/reset.tsx";
import { ResetConfirm } from "./pages/reset_confirm.tsx";
import { Security } from "./pages/security.tsx";
import { Sessions } from "./pages/sessions.tsx";
import { Signup } from "./pages/signup.tsx";
import { SignupCode } from "./pages/signup_code.tsx";
import { Tokens } from "./pages/tokens.tsx";
import { Webhooks } from "./pages/webhooks.tsx";

/**
 * `path`: one that ends with `/*` is of every path with one part more, such as the id of a thing.
 * `session`: for people who are logged in, inside of the layout. `nobody`: for people who are not; others go
 * on to where a log-in leads. `anybody`: stands alone, and looks itself who is there.
 */
export type Route = { path: string; page: ComponentType; for: "session" | "nobody" | "anybody" };

export const ROUTES: readonly Route[] = [
  { path: "/console", page: Overview, for: "session" },
  { path: "/console/security", page: Security, for: "session" },
  { path: "/console/sessions", page: Sessions, for: "session" },
  { path: "/console/tokens", page: Tokens, for: "session" },
  { path: "/console/device", page: Device, for: "anybody" },
  { path: "/console/authorize", page: Authorize, for: "anybody" },
  { path: "/console/company", page: Company, for: "session" },
  { path: "/console/members", page: Members, for: "session" },
  { path: "/console/invitations", page: Invitation, for: "anybody" },
  { path: "/console/products", page: Products, for: "session" },
  { path: "/console/keys", page: Keys, for: "session" },
  { path: "/console/webhooks", page: Webhooks, for: "session" },
  { path: "/console/credits", page: ReceivedCredits, for: "session" },
  { path: "/console/agents", page: Agents, for: "session" },
  { path: CONNECT_AGENT, page: ConnectAgent, for: "session" },
  { path: "/console/approvals", page: Approvals, for: "session" },
  { path: "/console/approvals/*", page: Approval, for: "session" },
  { path: "/console/operations/*", page: Operation, for: "session" },
  { path: "/console/login", page: Login, for: "nobody" },
  { path: "/console/login/code", page: LoginCode, for: "nobody" },
  { path: "/console/login/mfa", page: LoginFactor, for: "nobody" },
  { path: "/console/signup", page: Signup, for: "nobody" },
  { path: "/console/signup/code", page: SignupCode, for: "nobody" },
  { path: "/console/reset", page: Reset, for: "nobody" },
  { path: "/console/reset/confirm", page: ResetConfirm, for: "nobody" },
];

/** The route of a path; undefined where no page is. */
export function routeOf(path: string): Route | undefined {
  const above = `${path.slice(0, path.lastIndexOf("/"))}/*`;
  return (
    ROUTES.find((route) => route.path === path) ?? ROUTES.find((route) => route.path === above)
  );
}
