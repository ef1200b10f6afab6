/**
 * The coverage of a run as a text table: the count of each name, zero for names that were not met.
 */
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
