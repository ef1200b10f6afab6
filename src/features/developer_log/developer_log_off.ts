/** The refusal of reads that need the log of requests, where the log is switched off. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

export function developerLogOff(): Refusal<"resource_reader_unavailable"> {
  const message = "this deployment keeps no developer log";
  return refuse("resource_reader_unavailable", message, { reader: "developer_log" });
}
