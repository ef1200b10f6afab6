/** Some of several things to tick, in groups, each with a sentence. */
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { Checkbox } from "./form.tsx";

export type ChoiceGroup = {
  title: string;
  choices: readonly { scope: string; says: string }[];
};

/** Choices above which a group is folded: more of them are a wall that nobody reads. */
const UNFOLDED_MAX = 16;

/**
 * `bundles`: buttons that tick some and none else. `fault`: what is wrong with the choice; the focus goes to
 * the first box when it appears. `folds`: of many choices a line of each group is shown, which says how many of the
 * group are ticked and opens it.
 */
export function ScopeChoices({
  groups,
  bundles = [],
  chosen,
  onChosen,
  fault,
  folds = false,
}: {
  groups: readonly ChoiceGroup[];
  bundles?: readonly { label: string; scopes: readonly string[] }[];
  chosen: readonly string[];
  onChosen: (scopes: string[]) => void;
  fault?: string | undefined;
  folds?: boolean;
}) {
  const id = useId();
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault === undefined) return;
    all.current?.querySelector("details")?.setAttribute("open", "");
    all.current?.querySelector("input")?.focus();
  }, [fault]);
  const isFolded = folds && groups.flatMap(({ choices }) => choices).length > UNFOLDED_MAX;
  const boxes = ({ choices }: ChoiceGroup) =>
    choices.map(({ scope, says }) => (
      <Checkbox
        key={scope}
        name={scope}
        checked={chosen.includes(scope)}
        onChecked={(isChosen) =>
          onChosen(isChosen ? [...chosen, scope] : chosen.filter((another) => another !== scope))
        }
        label={says}
        hint={<code>{scope}</code>}
      />
    ));
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
      {groups.map((group) => {
        const { title, choices } = group;
        const described = fault === undefined ? undefined : id;
        const ticked = choices.filter(({ scope }) => chosen.includes(scope)).length;
        return isFolded ? (
          <details key={title}>
            <summary>
              {title}: {ticked} of {choices.length}
            </summary>
            <fieldset aria-label={title} aria-describedby={described}>
              {boxes(group)}
            </fieldset>
          </details>
        ) : (
          <fieldset key={title} aria-describedby={described}>
            <legend>{title}</legend>
            {boxes(group)}
          </fieldset>
        );
      })}
    </div>
  );
}
