/** What is asked of a received credit that is sent back: what stands on record, which has nothing personal. The bank knows the payer. */
import type { AskedOf } from "./asked_parts.ts";

export const askedOfCreditReturn: AskedOf = (_snapshot, { request }) => ({ request, files: [] });
