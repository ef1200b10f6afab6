/** The time zone by which the months of the company's Products go, for those who may change it a choice. */
import { Select, useFields } from "../parts/form.tsx";
import { CompanySetting, type CompanySettingParts } from "./company_setting.tsx";

export function CompanyTimeZone(parts: CompanySettingParts) {
  const { timeZone } = parts.tenant;
  const fields = useFields({ timeZone });
  return (
    <CompanySetting
      parts={parts}
      shown={timeZone}
      what="change the time zone"
      saved={`Months go by ${timeZone}, from the first one on that begins after the change.`}
      button="Change the time zone"
      values={fields.values}
    >
      <Select
        {...fields.bind("timeZone")}
        label="Time zone"
        hint="Days and months of statements, usage and statistics go by it, in sandbox and live. Those that have begun keep their bounds."
        options={zonesWith(timeZone).map((zone) => [zone, zone.replaceAll("_", " ")] as const)}
      />
    </CompanySetting>
  );
}

/** The zones that this browser knows. It may write the company's own one in another way. */
function zonesWith(own: string): string[] {
  const zones = new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].sort();
}
