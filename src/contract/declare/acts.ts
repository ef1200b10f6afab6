/**
 * Where an operation acts: in one environment of a Product, on a company, on the platform itself,
 * or on nothing; a read that acts on nothing answers from the contract, or from what every shard has. `by` names the field
 * of the input that determines the Product or the company, for a caller whose credential does not
 * determine it. Without `by`, a Product is found by `productId`, or else by the one id in the path.
 * A path such as `items.0.accountId` leads into a list.
 */
export type Acts =
  | { on: "product"; by: string }
  | { on: "tenant"; by?: string }
  | { on: "platform" | "nothing"; by?: never };
