/** The field for the six digits of a mail. Blanks, which come along when digits are pasted, are dropped. */
import { Field } from "../parts/form.tsx";

export function CodeField({
  onValue,
  ...field
}: {
  name: string;
  value: string;
  onValue: (value: string) => void;
}) {
  return (
    <Field
      {...field}
      onValue={(value) => onValue(value.replaceAll(/\s/g, ""))}
      label="Code"
      class="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      title="Enter the six digits of the mail."
      maxLength={12}
      required
    />
  );
}
