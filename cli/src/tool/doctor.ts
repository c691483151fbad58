/** `fw info --check` checks that an app is ready to run, and suggests fixes. */
import { formatCount } from '@fw/runtime/contract'
import type { Io } from '../io.ts'
import { printableText, resultJson } from '../printable-text.ts'
import { checkData, checkPort } from './check-place.ts'
import { checkApp, checkCsp, checkModel, checkRemote, checkSecrets, checkSiteUrl } from './check-settings.ts'
import { checkPackages, checkRuntime, checkTypeScript } from './check-tools.ts'
import type { Check, Facts, Finding } from './finding.ts'

const CHECKS: readonly Check[] = [
  checkRuntime,
  checkPackages,
  checkTypeScript,
  checkApp,
  checkSecrets,
  checkModel,
  checkSiteUrl,
  checkCsp,
  checkRemote,
  checkData,
  checkPort,
]

/** Runs all checks, in the order of the report. */
export async function examine(facts: Facts): Promise<readonly Finding[]> {
  return (await Promise.all(CHECKS.map((check) => check(facts)))).flat()
}

/** Prints each finding with its fix, or `{ ok, findings }`. Returns the exit code: 1 if there is an error. */
export function printFindings(findings: readonly Finding[], isJson: boolean, io: Io): number {
  const isFine = findings.every(({ verdict }) => verdict !== 'error')
  if (isJson) io.result(resultJson({ ok: isFine, findings }))
  else {
    const { green, yellow, red } = io.resultColors
    const tint = { ok: green, warning: yellow, error: red }
    const width = Math.max(...findings.map(({ check }) => check.length))
    for (const { check, verdict, message, fix } of findings) {
      const head = `${tint[verdict](verdict.padEnd(7))}  ${check.padEnd(width)}  `
      io.result(head + indent(message, width))
      if (fix !== undefined) io.result(`${' '.repeat(width + 11)}${indent(fix, width)}`)
    }
    const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length
    io.note(`${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}.`)
  }
  return isFine ? 0 : 1
}

/** Indents the message, because an app's message may have several lines. */
function indent(text: string, width: number): string {
  return printableText(text)
    .trimEnd()
    .replaceAll('\n', `\n${' '.repeat(width + 11)}`)
}
