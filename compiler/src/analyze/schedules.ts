/** Checks whether the exports of `src/schedules.ts` are valid schedules, as far as they are literal. */

import { getMessage, SCHEDULE_FIELDS, SCHEDULE_VALUES, scheduleProblems } from '@fw/runtime/contract'
import { Cron } from 'croner'
import { nearestFix } from '../diagnostic/fix.ts'
import type { Fix, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
import { type ExportedValue, listExportedValues } from './modules/module-exports.ts'
import { getNodeSpan } from './modules/node-span.ts'
import { nameText, staticValue, unwrap } from './modules/static-value.ts'

/** An invalid definition in `src/schedules.ts`, or an export that isn't a schedule. */
export interface ScheduleFact {
  readonly problem: 'definition' | 'no-schedule' | 'default-export'
  /** Name of the export. */
  readonly name: string
  /** For `definition`: the problem and the solution. */
  readonly message?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

type Ts = typeof ts

export function findSchedules(reader: AppReader, file: string): readonly ScheduleFact[] {
  return listExportedValues(reader, file).flatMap((value) => collectFacts(reader, file, value))
}

function collectFacts({ ts }: AppReader, file: string, { name, value, span }: ExportedValue): readonly ScheduleFact[] {
  if (name === 'default') return [{ problem: 'default-export', name, span }]
  if (value === undefined) return []
  const call = ts.isExpression(value) ? unwrap(ts, value) : value
  if (!ts.isCallExpression(call)) return isOther(ts, call) ? [{ problem: 'no-schedule', name, span }] : []
  const [given] = call.arguments
  const isMeant = ts.isIdentifier(call.expression) && call.expression.text === 'schedule'
  if (!isMeant || given === undefined) return []
  const definition = unwrap(ts, given)
  return ts.isObjectLiteralExpression(definition) ? definitionFacts(ts, file, name, span, definition) : []
}

/** Values that are known only at run time are checked at start. */
function isOther(ts: Ts, node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return true
  if (!ts.isExpression(node)) return false
  const isCode = ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)
  return isCode || ts.isObjectLiteralExpression(node) || staticValue(ts, node) !== undefined
}

interface Field {
  readonly name: ts.PropertyName
  readonly value: ts.Expression | undefined
}

function definitionFacts(
  ts: Ts,
  file: string,
  schedule: string,
  span: ScheduleFact['span'],
  definition: ts.ObjectLiteralExpression,
): readonly ScheduleFact[] {
  const fields = new Map<string, Field>()
  const known: Record<string, unknown> = {}
  for (const member of definition.properties) {
    const name = member.name && nameText(ts, member.name)
    if (name === undefined || member.name === undefined) continue
    const value = ts.isPropertyAssignment(member) ? member.initializer : undefined
    fields.set(name, { name: member.name, value })
    const read = staticValue(ts, value ?? (ts.isShorthandPropertyAssignment(member) ? member.name : definition))
    if (value === undefined ? ts.isShorthandPropertyAssignment(member) && read : read) known[name] = read?.value
  }
  // A spread or computed member may be any of the fields.
  const isWhole = fields.size === definition.properties.length
  return scheduleProblems([...fields.keys()], known, cronProblem).flatMap(
    ({ field = '', message, nearest }): readonly ScheduleFact[] => {
      const at = fields.get(field)
      if (at === undefined) return isWhole ? [{ problem: 'definition', name: schedule, message, span }] : []
      const isField = (SCHEDULE_FIELDS as readonly string[]).includes(field)
      const where = getNodeSpan(file, isField ? (at.value ?? at.name) : at.name)
      const isText = at.value !== undefined && ts.isStringLiteralLike(unwrap(ts, at.value))
      const written = (to: string) => (field in SCHEDULE_VALUES ? `'${to}'` : to)
      const fixes = !isField || isText ? nearestFix(nearest, where, written) : {}
      return [{ problem: 'definition', name: schedule, message, span: where, ...fixes }]
    },
  )
}

/** Returns why an expression is invalid, with the message of croner, which also parses it at run time. */
function cronProblem(cron: string, timezone: string): string | undefined {
  try {
    const next = new Cron(cron, { paused: true, timezone }).nextRun()
    return next === null || next === undefined ? 'It matches no future date.' : undefined
  } catch (error) {
    const message = getMessage(error)
    return /five, six, or seven/.test(message)
      ? 'It takes five fields (minute, hour, day, month, weekday), or six with seconds first.'
      : `${message.replace(/^Cron\w+: /, '').replace(/\.$/, '')}.`
  }
}
