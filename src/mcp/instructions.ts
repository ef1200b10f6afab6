/** What an agent is told of this server before it begins. */

export const INSTRUCTIONS = [
  "This server moves money for Products: accounts, transfers, holds, customers, objects of programs, books.",
  "`agent_member_current` says who you are, and which Products you may use; name one of them by `productId`.",
  "Everything acts in `sandbox` unless `environment` is `live`. What acts in live waits for a person: the call is refused with `agent_approval_required` and a link; show the link, and send the same call with the same `idempotencyKey` again once it is approved.",
  "Each call that changes something takes an `idempotencyKey`: a new UUID for each intended change, the same one for each attempt at it.",
  "Amounts are texts of minor units: `100` of EUR is one euro.",
  "A refusal has `error.code`, `error.message` and `error.details`; `error.details.docUrl` explains the code.",
].join("\n");
