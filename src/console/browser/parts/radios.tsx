/** One of a few things, each with a sentence, below a heading. `legend`: what a screen reader calls the choice. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export type RadioOption<V extends string> = {
  value: V;
  label: ComponentChildren;
  hint?: ComponentChildren;
};

/** The choice. `name`: of the group, unique on the page. `onValue` is called with the value that is chosen. */
export function Radios<V extends string>({
  legend,
  name,
  value,
  onValue,
  options,
}: {
  legend: string;
  name: string;
  value: V;
  onValue: (value: V) => void;
  options: readonly RadioOption<V>[];
}) {
  const id = useId();
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{legend}</legend>
      {options.map(({ value: one, label, hint }) => (
        <div class="check" key={one}>
          <input
            type="radio"
            id={`${id}-${one}`}
            name={name}
            value={one}
            checked={value === one}
            aria-describedby={hint === undefined ? undefined : `${id}-${one}-hint`}
            onChange={() => onValue(one)}
          />
          <div>
            <label for={`${id}-${one}`}>{label}</label>
            {hint !== undefined && (
              <p class="hint" id={`${id}-${one}-hint`}>
                {hint}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
