/** The coverage of a run as text: how often each thing was met, with a zero for what never was. */
import { allNames, type Coverage } from "../../test/simulator/coverage.ts";

export function coverageTable(coverage: Coverage): string {
  const names = [...new Set([...allNames(), ...coverage.keys()])].sort();
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => {
    const times = String(coverage.get(name) ?? 0);
    return `${name.padEnd(width)} ${times.padStart(9)}\n`;
  });
  return rows.join("");
}
