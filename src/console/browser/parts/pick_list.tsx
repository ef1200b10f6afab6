/** Some of many things of the company to tick, each by its name, with a field to find one where they are many. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Checkbox } from "./form.tsx";
import { OutsideText } from "./outside_text.tsx";

export type Pick = { id: string; name: string; hint?: ComponentChildren };

/** From so many on there is a field to find them by name. */
const MANY = 9;

/** Things that were chosen stay shown, whatever is looked for. `fault`: what is wrong with the choice. */
export function PickList({
  legend,
  items,
  chosen,
  onChosen,
  fault,
}: {
  legend: string;
  items: readonly Pick[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  fault?: string | undefined;
}) {
  const id = useId();
  const [search, setSearch] = useState("");
  const text = search.trim().toLowerCase();
  const shown = items.filter(
    (item) => chosen.includes(item.id) || `${item.name} ${item.id}`.toLowerCase().includes(text),
  );
  const toggled = (one: string, isChosen: boolean) =>
    isChosen ? [...chosen, one] : chosen.filter((other) => other !== one);
  return (
    <fieldset class="choices" aria-describedby={fault === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {fault !== undefined && (
        <p class="fault" id={id} role="alert">
          {fault}
        </p>
      )}
      {items.length >= MANY && (
        <input
          type="search"
          aria-label={`Find in ${legend}`}
          placeholder="Find by name or id"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
      <div class="picks">
        {shown.map((item) => (
          <Checkbox
            key={item.id}
            name={item.id}
            checked={chosen.includes(item.id)}
            onChecked={(isChosen) => onChosen(toggled(item.id, isChosen))}
            label={<OutsideText text={item.name} />}
            hint={item.hint}
          />
        ))}
        {shown.length === 0 && <p class="hint">Nothing has this in its name or id.</p>}
      </div>
    </fieldset>
  );
}
