/** What each role may do, as the server says it. */
import { Waiting } from "../parts/waiting.tsx";
import type { Permissions, RoleEntry } from "../permissions.ts";
import { partsOf, ROLES, resourceWords } from "../words.ts";

/** Where something is permitted; what concerns the company itself has no environment. */
const EVERYWHERE = "everywhere";

export function RolesTable({ permissions }: { permissions: Permissions }) {
  const { roles, role: own, read } = permissions;
  return (
    <section>
      <h2>Roles</h2>
      {roles === undefined ? (
        <Waiting failure={read.failure} again={read.reload} />
      ) : (
        <div class="panel">
          {roles.map((entry) => (
            <OfRole key={entry.role} entry={entry} isOwn={entry.role === own} />
          ))}
        </div>
      )}
    </section>
  );
}

function OfRole({ entry, isOwn }: { entry: RoleEntry; isOwn: boolean }) {
  const { role, permissions } = entry;
  const is = ROLES.find((one) => one.role === role)?.is ?? "";
  const changes = placesOf(permissions, (action) => action !== "read");
  const sees = placesOf(permissions, (action) => action === "read");
  return (
    <details>
      <summary>
        <strong>{role}</strong>
        {isOwn && " (yours)"} <span class="soft">{is}</span>
      </summary>
      <dl class="permitted">
        <dt>Changes</dt>
        <dd>{inWords(changes)}</dd>
        <dt>Sees</dt>
        <dd>{inWords(sees)}</dd>
      </dl>
    </details>
  );
}

/** The resources by where the role reaches them. */
function placesOf(
  permissions: readonly string[],
  isMeant: (action: string) => boolean,
): ReadonlyMap<string, string[]> {
  const environmentsOf = new Map<string, Set<string>>();
  for (const permission of permissions) {
    const [scope = "", environment = EVERYWHERE] = permission.split("@");
    const { resource, action } = partsOf(scope);
    if (!isMeant(action)) continue;
    const known = environmentsOf.get(resource) ?? new Set();
    environmentsOf.set(resource, known.add(environment));
  }
  const places = new Map<string, string[]>();
  for (const [resource, environments] of environmentsOf) {
    const [only = EVERYWHERE] = environments;
    const place = environments.size > 1 ? EVERYWHERE : only;
    places.set(place, [...(places.get(place) ?? []), resourceWords(resource)]);
  }
  return places;
}

function inWords(places: ReadonlyMap<string, string[]>): string {
  if (places.size === 0) return "nothing";
  return [...places]
    .map(([place, resources]) => {
      const list = resources.sort().join(", ");
      return place === EVERYWHERE ? list : `in ${place} only: ${list}`;
    })
    .join("; ");
}
