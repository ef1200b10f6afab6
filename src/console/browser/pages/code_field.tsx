/** The field for the six or twelve digits of a mail. Blanks, which come along when digits are pasted, are dropped. */
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
      pattern="[0-9]{6}([0-9]{6})?"
      title="Enter the digits of the mail."
      maxLength={24}
      required
    />
  );
}
