/** A person in a company, as the platform shard keeps it in the company's realm. */
import type { Role } from "../../contract/declare/roles.ts";

export type MemberDocument = {
  realm: number;
  memberId: string;
  tenantId: string;
  userId: string;
  role: Role;
  /** `removed`: the person is no member any more; a later membership is another document. */
  status: "active" | "removed";
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};
