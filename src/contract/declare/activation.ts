/** How far a Product is on its way to live, as its document, the announcements and the refusals have it. */

export const ACTIVATION_STATUSES = [
  "not_requested",
  "requested",
  "active",
  "rejected",
  "suspended",
] as const;
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number];

/** What is kept of the way; all but the status is of the newest request and the newest decision about it. */
export type ProductActivation = {
  status: ActivationStatus;
  /** What the company asked live for. */
  capabilities?: readonly string[];
  requestedAtMs?: number;
  decidedAtMs?: number;
  /** Why the operator rejected or suspended it, in words for the company. */
  reason?: string;
};

/**
 * `activation` is absent of a Product that nobody has asked live for, and of every Product that was made before
 * Products had one.
 */
export function activationStatusOf({
  liveActivated,
  activation,
}: {
  liveActivated: boolean;
  activation?: ProductActivation;
}): ActivationStatus {
  return activation?.status ?? (liveActivated ? "active" : "not_requested");
}
