/**
 * Forms: fields with a label, a hint and their fault beside them, one button, and above them what the
 * server has refused. Guarantees: after a refusal the focus is in the first field that is wrong, or on the
 * notice; what was typed stays.
 */
import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import type { Change } from "../change.ts";
import type { Failure } from "../outcome.ts";
import { FailureBanner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { type Says, sentence } from "./messages.ts";

type Faults = Readonly<Record<string, string>>;
const FaultsOfForm = createContext<Faults>({});

/** The values of a form's fields. `bind(name)` gives a `Field` its name, value and what to do on input. */
export function useFields<T extends Record<string, string>>(start: T) {
  const [values, setValues] = useState(start);
  return {
    values,
    set: (changes: Partial<T>) => setValues((before) => ({ ...before, ...changes })),
    bind: (name: keyof T & string) => ({
      name,
      value: values[name] as string,
      onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    }),
  };
}

/**
 * `change`: what the form is for. `onSubmit` is called when every field has what it must have. `says`:
 * words for codes. `fields`: names of the form's fields by the names of the contract, where they differ.
 */
export function Form<Input>({
  change,
  onSubmit,
  button,
  kind = "main",
  says,
  fields = {},
  children,
  beside,
}: {
  change: Pick<Change<Input>, "busy" | "failure" | "again">;
  onSubmit: () => void;
  button: string;
  kind?: "main" | "danger";
  says?: Says;
  fields?: Readonly<Record<string, string>>;
  children: ComponentChildren;
  /** What stands beside the button, such as a link to cancel. */
  beside?: ComponentChildren;
}) {
  const { busy, failure, again } = change;
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<Faults>({});
  const names = form.current === null ? [] : namesIn(form.current);
  const refused = faultsOf(failure, fields, names);
  const isBeside = Object.keys(refused).length > 0;
  const faults = { ...refused, ...missing };
  useEffect(() => {
    if (Object.keys(faults).length > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }
  }, [failure, missing]);
  return (
    <form
      noValidate
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        const found = missingIn(event.currentTarget);
        setMissing(found);
        if (Object.keys(found).length === 0) onSubmit();
      }}
    >
      {failure !== undefined && !isBeside && (
        <FailureBanner failure={failure} again={again} says={says} busy={busy} takesFocus />
      )}
      <FaultsOfForm.Provider value={faults}>{children}</FaultsOfForm.Provider>
      <div class="actions">
        <Button type="submit" kind={kind} busy={busy}>
          {button}
        </Button>
        {beside}
      </div>
    </form>
  );
}

type Control = Pick<
  JSX.IntrinsicElements["input"],
  "autoCapitalize" | "autoComplete" | "class" | "inputMode" | "maxLength" | "minLength" | "onFocus"
> &
  Pick<JSX.IntrinsicElements["input"], "pattern" | "required" | "spellcheck" | "title"> & {
    type?: "email" | "number" | "password" | "text";
  };

/** A field of one line with its label. `hint`: what to write, below the label. */
export function Field({
  name,
  value,
  onValue,
  label,
  hint,
  ...control
}: Control & {
  name: string;
  value: string;
  onValue: (value: string) => void;
  label: string;
  hint?: ComponentChildren;
}) {
  const id = useId();
  const fault = useContext(FaultsOfForm)[name];
  // The types of the library tell each type of input from the others, which a field need not.
  const attributes = {
    ...control,
    id,
    name,
    value,
    "aria-invalid": fault === undefined ? undefined : true,
    "aria-describedby": describedBy(id, { hint: hint !== undefined, fault }),
    onInput: (event: Event) => onValue((event.currentTarget as HTMLInputElement).value),
  } as JSX.IntrinsicElements["input"];
  return (
    <div class="field">
      <div class="label">
        <label for={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input {...attributes} />
      <Fault id={id} text={fault} />
    </div>
  );
}

/** A field of several lines with its label. */
export function TextArea({
  name,
  value,
  onValue,
  label,
  hint,
  rows = 3,
}: {
  name: string;
  value: string;
  onValue: (value: string) => void;
  label: string;
  hint?: ComponentChildren;
  rows?: number;
}) {
  const id = useId();
  const fault = useContext(FaultsOfForm)[name];
  return (
    <div class="field">
      <div class="label">
        <label for={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        id={id}
        name={name}
        value={value}
        rows={rows}
        spellcheck={false}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={describedBy(id, { hint: hint !== undefined, fault })}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <Fault id={id} text={fault} />
    </div>
  );
}

/** One of a few values. `options`: value and what is shown for it. */
export function Select({
  name,
  value,
  onValue,
  label,
  hint,
  options,
}: {
  name: string;
  value: string;
  onValue: (value: string) => void;
  label: string;
  hint?: ComponentChildren;
  options: readonly (readonly [value: string, shown: string])[];
}) {
  const id = useId();
  const fault = useContext(FaultsOfForm)[name];
  return (
    <div class="field">
      <div class="label">
        <label for={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={describedBy(id, { hint: hint !== undefined, fault })}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
      <Fault id={id} text={fault} />
    </div>
  );
}

/** Something that is on or off, with its label behind it. */
export function Checkbox({
  name,
  checked,
  onChecked,
  label,
  hint,
}: {
  name: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  label: ComponentChildren;
  hint?: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="fault" id={`${id}-fault`}>
      {text}
    </p>
  );
}

function describedBy(id: string, { hint, fault }: { hint: boolean; fault: string | undefined }) {
  const parts = [hint ? `${id}-hint` : "", fault === undefined ? "" : `${id}-fault`];
  return parts.filter((part) => part !== "").join(" ") || undefined;
}

/** The server's issues by the field that they are beside; {} where one of them has no field here. */
function faultsOf(
  failure: Failure | undefined,
  fields: Readonly<Record<string, string>>,
  names: readonly string[],
): Faults {
  if (failure?.kind !== "refused") return {};
  const found = failure.issues.map(({ path, message }) => {
    const own = path
      .map((part) => fields[part] ?? String(part))
      .findLast((part) => names.includes(part));
    return [own, sentence(message)] as const;
  });
  if (found.some(([own]) => own === undefined)) return {};
  return Object.fromEntries(found.toReversed()) as Faults;
}

function controlsIn(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter((one): one is HTMLInputElement => "validity" in one);
}

function namesIn(form: HTMLFormElement): string[] {
  return controlsIn(form).map(({ name }) => name);
}

/** What the browser itself finds wrong, before anything is sent. */
function missingIn(form: HTMLFormElement): Faults {
  const wrong = controlsIn(form).filter(({ name, validity }) => name !== "" && !validity.valid);
  return Object.fromEntries(
    wrong.map((control) => {
      const label = control.labels?.[0]?.textContent ?? control.name;
      const { valueMissing, patternMismatch } = control.validity;
      if (valueMissing) return [control.name, `${label} is missing.`];
      if (patternMismatch && control.title !== "") return [control.name, control.title];
      return [control.name, control.validationMessage];
    }),
  );
}
