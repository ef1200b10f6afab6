/** Tells people of what their role does not permit, in the place of buttons that would be refused. */
import type { ComponentChildren } from "preact";
import type { Permissions } from "../permissions.ts";
import { Waiting } from "./waiting.tsx";

/**
 * The children where the role permits it, otherwise a sentence: "Your role, viewer, does not allow you to …".
 * `what`: how that sentence ends, such as "invite people".
 */
export function Permitted({
  permissions,
  needs,
  what,
  children,
}: {
  permissions: Permissions;
  needs: string;
  what: string;
  children: ComponentChildren;
}) {
  const { role, roles, may, read } = permissions;
  if (roles === undefined) return <Waiting failure={read.failure} again={read.reload} />;
  if (may(needs)) return <>{children}</>;
  return (
    <p class="hint">
      Your role, <strong>{role ?? "none"}</strong>, does not allow you to {what}. An owner or an
      admin can.
    </p>
  );
}
