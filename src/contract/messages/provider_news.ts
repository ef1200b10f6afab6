/** News of a provider of live on its way through this process: what an edge was sent, and what becomes of it. */

/**
 * What became of news that was taken. All but `twice` and `second` is on record. `second`: money has come by an order of which money had come
 * before, so it is a sum of its own, which whoever tells it takes as a credit.
 */
export const NEWS_VERDICTS = [
  "applied",
  "twice",
  "second",
  "same",
  "early",
  "out_of_order",
  "contradictory",
  "late",
] as const;
export type NewsVerdict = (typeof NEWS_VERDICTS)[number];

/**
 * What became of a credit that was taken: it is on the account of its address; on an account of the Product for money that
 * could not go there; nobody's yet; or it was told before, and said the same or something else.
 */
export const CREDIT_VERDICTS = [
  "credited",
  "suspended",
  "unassigned",
  "twice",
  "contradictory",
] as const;
export type CreditVerdict = (typeof CREDIT_VERDICTS)[number];

/** One request of somebody who says that it is the provider; texts are "" where a header is absent. */
export type NewsDelivery = {
  /** As the address names it. */
  provider: string;
  webhookId: string;
  timestamp: string;
  signature: string;
  /** As it was sent. */
  body: Uint8Array;
};

/** 200: it is on disk, or was before. 400, 401, 404: it is not taken. 503: later. */
export type NewsAnswer =
  | { status: 200; verdict: NewsVerdict }
  | { status: 200; credit: CreditVerdict }
  | { status: 404; what: "provider" | "provider_request"; message: string }
  | { status: 400 | 401 | 503; message: string };
