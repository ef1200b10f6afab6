/** The name of the company, for those who may change it a field. */
import { Field, useFields } from "../parts/form.tsx";
import { loadSession } from "../session.ts";
import { CompanySetting, type CompanySettingParts } from "./company_setting.tsx";

export function CompanyName(parts: CompanySettingParts) {
  const { name } = parts.tenant;
  const fields = useFields({ name });
  return (
    <CompanySetting
      parts={parts}
      shown={name}
      what="rename the company"
      saved={`The company is called ${name} now.`}
      button="Rename"
      values={fields.values}
      // The name stands in the navigation too.
      afterwards={loadSession}
    >
      <Field
        {...fields.bind("name")}
        label="Name of the company"
        hint="Members read it here and in mails; nothing goes by it."
        maxLength={120}
        required
      />
    </CompanySetting>
  );
}
