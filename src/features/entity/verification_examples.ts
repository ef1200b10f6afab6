/** The examples of verifications: one of Ada is cancelled, and another one attains her a tier. */
import type { Example } from "../../contract/document/example.ts";
import { ADA_ENTITY, CANCELLED_VERIFICATION, VERIFICATION } from "../example_ids.ts";

export const verificationExamples: readonly Example[] = [
  {
    at: "10:12:00",
    operation: "entity.kyc.verification.start",
    isFurther: true,
    path: { entityId: ADA_ENTITY },
    body: { tier: "tier_1" },
    makes: { verificationId: CANCELLED_VERIFICATION },
  },
  {
    at: "10:12:07",
    operation: "entity.kyc.verification.cancel",
    path: { entityId: ADA_ENTITY, verificationId: CANCELLED_VERIFICATION },
  },
  {
    at: "10:12:17",
    operation: "entity.kyc.verification.start",
    path: { entityId: ADA_ENTITY },
    body: { tier: "tier_1", returnUrl: "https://shop.example/verified" },
    makes: { verificationId: VERIFICATION },
  },
  {
    at: "10:12:27",
    operation: "entity.kyc.verification.list",
    path: { entityId: ADA_ENTITY },
    query: { limit: 1 },
  },
  {
    at: "10:12:37",
    operation: "entity.kyc.verification.retrieve",
    path: { entityId: ADA_ENTITY, verificationId: VERIFICATION },
  },
];
