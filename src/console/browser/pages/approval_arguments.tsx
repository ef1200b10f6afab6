/** The values that an agent would send, as rows and as they are. All of them are text from outside. */
import { Fragment } from "preact";
import { Banner } from "../parts/banner.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { type ShownValue, shownValuesOf } from "../shown_values.ts";
import { fieldWords } from "../words.ts";
import type { AgentApproval } from "./approval_words.tsx";

export function ApprovalArguments({ approval }: { approval: AgentApproval }) {
  const { rows, left } = shownValuesOf(approval.arguments);
  const texts = rows.flatMap(({ names, text }) => [...names, text]);
  return (
    <>
      <OutsideTextWarning what="The values" text={texts} verb="have" />
      {rows.length === 0 ? <p class="empty">It sends none.</p> : <Values rows={rows} />}
      {left > 0 && (
        <Banner kind="bad">
          {`${left} more values are not in the table. Read them below, as they are sent.`}
        </Banner>
      )}
      <p class="hint">Personal and secret values are left out, and are part of what you approve.</p>
      <details>
        <summary>As it is sent</summary>
        <pre class="raw">
          {linesOf(approval.arguments).map((line, at) => (
            <Fragment key={at}>
              <OutsideText text={line} />
              {"\n"}
            </Fragment>
          ))}
        </pre>
      </details>
    </>
  );
}

function Values({ rows }: { rows: readonly ShownValue[] }) {
  return (
    <table class="values" aria-label="Values">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ names, text, money }) => (
          <tr key={names.join("/")}>
            <th scope="row">
              <OutsideText text={names.map(nameWords).join(" › ")} />
              <code class="soft block">
                <OutsideText text={names.join(".")} />
              </code>
            </th>
            <td>
              {money !== undefined && <strong>{money}</strong>}
              {text === "" ? <span class="soft">empty</span> : <OutsideText text={text} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The place of an item in a list stays a number. */
function nameWords(name: string): string {
  return /^\d+$/.test(name) ? name : fieldWords(name);
}

/** The lines of the JSON text. */
function linesOf(document: object): string[] {
  return JSON.stringify(document, undefined, 2).split("\n");
}
