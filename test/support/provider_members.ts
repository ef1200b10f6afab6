/** The table of members in the published protocol of providers, `src/outbox/PROVIDER.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, sectionOf } from "./markdown.ts";

const path = "src/outbox/PROVIDER.md";

/** A row of the table: a member of a message, and whether a message without it is not taken. */
export type ProviderMember = { member: string; required: string; isRequired: boolean };

/** The members of one message. Throws where the table has none. */
export function providerMembers(message: string): ProviderMember[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const section = sectionOf({ path, text }, "Members of each message");
  const members = section.split("\n").flatMap((line) => {
    const [, of = "", name = "", required = ""] = line.split("|").map((cell) => cell.trim());
    const member = /^`(\w+)`$/.exec(name)?.[1];
    if (of !== message || member === undefined) return [];
    return { member, required, isRequired: required.startsWith("yes") };
  });
  if (members.length === 0) throw new Error(`${path} names no member of the message ${message}`);
  return members;
}
