/** Some of several things to tick, in groups, each with a sentence. */
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { Checkbox } from "./form.tsx";

export type ChoiceGroup = {
  title: string;
  choices: readonly { scope: string; says: string }[];
};

/**
 * `bundles`: buttons that tick some and none else. `fault`: what is wrong with the choice; the focus goes to
 * the first box when it appears.
 */
export function ScopeChoices({
  groups,
  bundles = [],
  chosen,
  onChosen,
  fault,
}: {
  groups: readonly ChoiceGroup[];
  bundles?: readonly { label: string; scopes: readonly string[] }[];
  chosen: readonly string[];
  onChosen: (scopes: string[]) => void;
  fault?: string | undefined;
}) {
  const id = useId();
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault !== undefined) all.current?.querySelector("input")?.focus();
  }, [fault]);
  return (
    <div class="choices" ref={all}>
      {fault !== undefined && (
        <p class="fault" id={id} role="alert">
          {fault}
        </p>
      )}
      {bundles.length > 0 && (
        <div class="actions">
          {bundles.map(({ label, scopes }) => (
            <Button key={label} onClick={() => onChosen([...scopes])}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {groups.map(({ title, choices }) => (
        <fieldset key={title} aria-describedby={fault === undefined ? undefined : id}>
          <legend>{title}</legend>
          {choices.map(({ scope, says }) => (
            <Checkbox
              key={scope}
              name={scope}
              checked={chosen.includes(scope)}
              onChecked={(isChosen) =>
                onChosen(
                  isChosen ? [...chosen, scope] : chosen.filter((another) => another !== scope),
                )
              }
              label={says}
              hint={<code>{scope}</code>}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
