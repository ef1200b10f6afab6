/** What a key may do: three bundles, and each scope by its resource. */
import { useId } from "preact/hooks";
import { partsOf, resourceWords } from "../words.ts";

/** "operate": all but making keys, Products and webhooks. */
const BUNDLES = [
  { bundle: "read only", is: "Looks at everything, changes nothing." },
  { bundle: "operate", is: "Everything but making keys, Products and webhooks." },
  { bundle: "full", is: "Everything that a key can do." },
] as const;
type Bundle = (typeof BUNDLES)[number]["bundle"];

const NOT_OPERATED: readonly string[] = ["keys:write", "products:write", "webhooks:write"];

/** The scopes of the bundle, of those that there are. */
export function bundleOf(bundle: Bundle, scopes: readonly string[]): string[] {
  switch (bundle) {
    case "read only":
      return scopes.filter((scope) => partsOf(scope).action === "read");
    case "operate":
      return scopes.filter((scope) => !NOT_OPERATED.includes(scope));
    case "full":
      return [...scopes];
  }
}

export function ScopePicker({
  scopes,
  chosen,
  onChosen,
}: {
  scopes: readonly string[];
  chosen: readonly string[];
  onChosen: (scopes: string[]) => void;
}) {
  const id = useId();
  const isChosen = (bundle: Bundle) => {
    const of = bundleOf(bundle, scopes);
    return of.length === chosen.length && of.every((scope) => chosen.includes(scope));
  };
  const taken = BUNDLES.find(({ bundle }) => isChosen(bundle))?.bundle;
  const resources = [...new Set(scopes.map((scope) => partsOf(scope).resource))];
  const set = (scope: string, checked: boolean) => {
    const rest = chosen.filter((one) => one !== scope);
    // The order of the catalog: the same choice is the same request.
    onChosen(scopes.filter((one) => rest.includes(one) || (checked && one === scope)));
  };
  return (
    <>
      <fieldset class="choices">
        <legend>What the key may do</legend>
        {BUNDLES.map(({ bundle, is }) => (
          <div class="check" key={bundle}>
            <input
              type="radio"
              id={`${id}-${bundle.replace(" ", "-")}`}
              name="bundle"
              checked={taken === bundle}
              aria-describedby={`${id}-${bundle.replace(" ", "-")}-is`}
              onChange={() => onChosen(bundleOf(bundle, scopes))}
            />
            <div>
              <label for={`${id}-${bundle.replace(" ", "-")}`}>
                {bundle.charAt(0).toUpperCase() + bundle.slice(1)}
              </label>
              <p class="hint" id={`${id}-${bundle.replace(" ", "-")}-is`}>
                {is}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <details>
        <summary>
          Choose one by one: {chosen.length} of {scopes.length} scopes
          {taken === undefined && ", a choice of your own"}
        </summary>
        <div class="scopes">
          {resources.map((resource) => (
            <fieldset key={resource}>
              <legend>{resourceWords(resource)}</legend>
              {scopes
                .filter((scope) => partsOf(scope).resource === resource)
                .map((scope) => (
                  <div class="check" key={scope}>
                    <input
                      type="checkbox"
                      id={`${id}-${scope}`}
                      name="scopes"
                      checked={chosen.includes(scope)}
                      onChange={(event) => set(scope, event.currentTarget.checked)}
                    />
                    <label for={`${id}-${scope}`}>
                      {partsOf(scope).action === "read" ? "see" : "change"}{" "}
                      <span class="visually-hidden">{resourceWords(resource)}</span>
                      <code>{scope}</code>
                    </label>
                  </div>
                ))}
            </fieldset>
          ))}
        </div>
      </details>
    </>
  );
}
