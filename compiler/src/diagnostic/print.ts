/** Prints diagnostics for terminals, as JSON, and as GitHub annotations. */
import { formatCount } from '@fw/runtime/contract'
import type { Diagnostic } from '../model.ts'

/** Output format: with code frames for people, as a JSON array, or as GitHub workflow commands. */
export type DiagnosticFormat = 'pretty' | 'json' | 'github'

/** Returns the path of a rule's page in the installed package, which all users can read. */
export function getDocsPath(code: string): string {
  return `@fw/compiler/docs/rules/${code}.md`
}

/** Returns an empty string for no diagnostics, or `[]` for `json`. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], format: DiagnosticFormat): string {
  if (format === 'json')
    return `${JSON.stringify(
      diagnostics.map((diagnostic) => ({ ...diagnostic, docs: getDocsPath(diagnostic.code) })),
      null,
      2,
    )}\n`
  if (diagnostics.length === 0) return ''
  if (format === 'github') return `${diagnostics.map(githubLine).join('\n')}\n`
  return `${diagnostics.map(prettyBlock).join('\n\n')}\n\n${summary(diagnostics)}\n`
}

function prettyBlock(diagnostic: Diagnostic): string {
  const { span } = diagnostic
  const place = span ? `${span.file}:${span.line}:${span.column} ` : ''
  const lines = [`${place}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.title}`, indent(diagnostic.message)]
  if (diagnostic.frame) lines.push('', diagnostic.frame, '')
  for (const { message, span: at } of diagnostic.related ?? [])
    lines.push(indent(at ? `${message} (${at.file}:${at.line}:${at.column})` : message))
  lines.push(indent(`See ${getDocsPath(diagnostic.code)}`))
  return lines.join('\n')
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const warnings = diagnostics.length - errors
  return [errors > 0 && formatCount(errors, 'error'), warnings > 0 && formatCount(warnings, 'warning')]
    .filter((part) => part !== false)
    .join(', ')
}

function githubLine({ severity, span, code, title, message }: Diagnostic): string {
  const properties = [
    ...(span ? [`file=${property(span.file)}`, `line=${span.line}`, `col=${span.column}`] : []),
    `title=${property(`${code}: ${title}`)}`,
  ]
  return `::${severity} ${properties.join(',')}::${data(message)}`
}

/** Workflow commands end at a line break; a name or message must not begin another command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/**
 * Prints one line for each diagnostic, in the format of `tsc`, which the problem matchers of editors read:
 * `src/server/shop.api.ts(3,14): error FW1005: … [api-name]`.
 */
export function printLines(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ span, severity, number, message, code }) => {
      const place = span ? `${span.file}(${span.line},${span.column}): ` : ''
      return `${place}${severity} FW${number}: ${message.replace(/\s*\r?\n\s*/g, ' ')} [${code}]`
    })
    .join('\n')
}
