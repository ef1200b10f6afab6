/** The header that selects the environment, and its rule in the one sentence that every document has. */
export const ENVIRONMENT_HEADER = "X-Service-Environment";

export const ENVIRONMENT_RULE =
  `\`${ENVIRONMENT_HEADER}\` names the environment that a request is for: \`sandbox\` or \`live\`, and \`sandbox\` where it is ` +
  "absent. A key works in its own environment alone, so every request with a live key sends `live`.";
