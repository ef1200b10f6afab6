/** The pages that the navigation leads to, in its order. */
export const NAVIGATION: readonly { path: string; label: string }[] = [
  { path: "/console", label: "Overview" },
  { path: "/console/security", label: "Security" },
  { path: "/console/sessions", label: "Sessions" },
  { path: "/console/tokens", label: "Access tokens" },
];
