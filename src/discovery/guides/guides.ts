/** The guides, in the order in which people need them. A test runs the commands of all of them. */
import { AGENT } from "./agent.ts";
import { FIRST_TRANSFER } from "./first_transfer.ts";
import type { Guide } from "./guide.ts";
import { HOLD_AND_CAPTURE } from "./hold_and_capture.ts";
import { IDEMPOTENCY } from "./idempotency.ts";
import { KYC } from "./kyc.ts";
import { PAGINATION } from "./pagination.ts";
import { PROGRAM } from "./program.ts";
import { REFUND } from "./refund.ts";
import { STATEMENTS } from "./statements.ts";
import { WEBHOOK_SIGNATURE } from "./webhook_signature.ts";

export const GUIDES: readonly Guide[] = [
  FIRST_TRANSFER,
  HOLD_AND_CAPTURE,
  REFUND,
  IDEMPOTENCY,
  PAGINATION,
  WEBHOOK_SIGNATURE,
  KYC,
  PROGRAM,
  AGENT,
  STATEMENTS,
];
