/**
 * What an operator can do through the control socket. Not part of the published contract: the
 * platform itself is the only principal. Secrets never come here, only their digests.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/operation.ts";
import type { PlatformState } from "./platform_state.ts";

export const write = declareWrite<PlatformState>();

/** What every operation of the platform declares alike. */
export const BY_OPERATOR = {
  tag: "Platform",
  principals: ["system"],
  scope: undefined,
  inContract: false,
} as const;

export const Name = Type.String({ minLength: 1, maxLength: 120 });
export const Document = Type.Object({});
