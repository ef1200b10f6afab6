/** The page whose link says how many requests of agents wait. */
export const APPROVALS = "/console/approvals";

/** The page with the settings for hosts of agents, below that of the agents. */
export const CONNECT_AGENT = "/console/agents/connect";

/** The pages that the navigation leads to, in its order: the company's, then the person's own. */
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: "/console", label: "Overview" },
  { path: "/console/products", label: "Products" },
  { path: "/console/keys", label: "API keys" },
  { path: "/console/webhooks", label: "Webhooks" },
  { path: "/console/credits", label: "Received credits" },
  { path: "/console/agents", label: "Agents" },
  { path: APPROVALS, label: "Approvals" },
  { path: "/console/members", label: "Members" },
  { path: "/console/company", label: "Company" },
  { path: "/console/security", label: "Security" },
  { path: "/console/sessions", label: "Sessions" },
  { path: "/console/tokens", label: "Access tokens" },
];
