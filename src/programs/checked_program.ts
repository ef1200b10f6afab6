/**
 * The static checks of a program, P01 to P25. Pure and bounded: what P01 refuses is looked at no
 * further, and every check's time grows with the program's size alone.
 */
import { capabilitiesOf, checkTiers, type ProgramCapability } from "./capabilities.ts";
import { checkAmounts } from "./checks/aggregate_checks.ts";
import { checkBooks } from "./checks/book_checks.ts";
import { checkClock } from "./checks/clock_checks.ts";
import { checkCurrencies } from "./checks/currency_checks.ts";
import { checkDecisions } from "./checks/decision_checks.ts";
import { checkDraining, paidByOthers } from "./checks/draining_checks.ts";
import { checkDuplicates } from "./checks/duplicate_checks.ts";
import { checkMandates } from "./checks/mandate_checks.ts";
import { checkOverflow } from "./checks/overflow_checks.ts";
import { checkPayouts } from "./checks/payout_checks.ts";
import { checkPersonalData } from "./checks/personal_data_checks.ts";
import { checkPorts } from "./checks/port_checks.ts";
import { checkReferences } from "./checks/reference_checks.ts";
import { checkSchedules } from "./checks/schedule_checks.ts";
import { checkSources } from "./checks/source_checks.ts";
import { checkSplits } from "./checks/split_checks.ts";
import { checkStates } from "./checks/state_checks.ts";
import { checkTransfers } from "./checks/transfer_checks.ts";
import { checkUsage } from "./checks/usage_checks.ts";
import { checkComparison } from "./comparison.ts";
import { type Finding, Findings, TooManyErrors } from "./finding.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import { type Ports, portsOf } from "./ports.ts";
import { Program } from "./program_schema.ts";
import { checkStructure } from "./structure.ts";
import { type TypedProgram, typeProgram } from "./typed_program.ts";

export type CheckedProgram = {
  /** In the order of their codes, and within one code in that of the program. */
  findings: readonly Finding[];
  hasErrors: boolean;
  /** Absent where the source does not have the form of a program, or too many errors. */
  typed?: TypedProgram;
  ports?: Ports;
  capabilities: readonly ProgramCapability[];
};

/** `source` is what JSON.parse made. `previous`: the program of the previous Build, for P24. */
export function checkProgram(
  source: unknown,
  terms: PlatformTerms,
  previous?: TypedProgram,
): CheckedProgram {
  const findings = new Findings();
  try {
    checkStructure(Program, source, findings);
    if (findings.hasErrors) return answer(findings, terms);
    return checkParts(source as Program, terms, previous, findings);
  } catch (thrown) {
    if (thrown instanceof TooManyErrors) return answer(findings, terms);
    throw thrown;
  }
}

function checkParts(
  program: Program,
  terms: PlatformTerms,
  previous: TypedProgram | undefined,
  findings: Findings,
): CheckedProgram {
  const typed = typeProgram(program, terms, findings);
  const ports = portsOf(program);
  checkDuplicates(program, findings);
  checkPorts(typed, ports, findings);
  checkReferences(typed, findings);
  checkBooks(typed, findings);
  const paid = paidByOthers(typed);
  for (const noun of typed.nouns.values()) {
    checkStates(noun, findings);
    checkSplits(noun, findings);
    checkCurrencies(typed, noun, findings);
    checkSources(noun, ports, findings);
    checkDraining(noun, paid, findings);
    checkDecisions(noun, findings);
    checkAmounts(noun, findings);
    checkSchedules(noun, ports, findings);
    checkMandates(noun, ports, findings);
    checkPayouts(noun, ports, findings);
    checkOverflow(noun, findings);
    checkTransfers(noun, ports, findings);
    checkTiers(noun, terms, findings);
    checkPersonalData(noun, findings);
    checkClock(noun, findings);
  }
  if (previous !== undefined) checkComparison(previous, typed, terms, findings);
  // What is used is known when every expression was read without a fault.
  if (!findings.hasErrors) checkUsage(typed, findings);
  return answer(findings, terms, typed, ports);
}

function answer(
  findings: Findings,
  terms: PlatformTerms,
  typed?: TypedProgram,
  ports?: Ports,
): CheckedProgram {
  const sorted = [...findings.all].sort((one, other) =>
    one.code < other.code ? -1 : one.code > other.code ? 1 : 0,
  );
  return {
    findings: sorted,
    hasErrors: findings.hasErrors,
    ...(typed !== undefined && { typed }),
    ...(ports !== undefined && { ports }),
    capabilities: typed === undefined ? [] : capabilitiesOf(typed, terms),
  };
}
