/** The pages that the navigation leads to, in its order. */
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: "/console", label: "Overview" },
  { path: "/console/products", label: "Products" },
  { path: "/console/keys", label: "API keys" },
  { path: "/console/members", label: "Members" },
  { path: "/console/company", label: "Company" },
];
