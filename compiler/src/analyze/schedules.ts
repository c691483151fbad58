/** Checks whether the exports of `src/schedules.ts` are valid schedules, as far as they are literal. */

import { getMessage, SCHEDULE_FIELDS, SCHEDULE_VALUES, scheduleProblems } from '@fw/runtime/contract'
import { Cron } from 'croner'
import { createSpan } from '../diagnostic/code-frame.ts'
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

/** The times of an exported schedule, as far as they are literal. */
interface ScheduleTimes {
  /** Name of the export. */
  readonly name: string
  readonly cron?: string
  readonly every?: string
  readonly timezone?: string
  /** Whether a field has a value that is known only at run time. */
  readonly isOpen: boolean
  /** Span of a field's value, or of the export if it has none. */
  getSpan(field?: string): SourceSpan
}

type Ts = typeof ts

/** Returns the times of all exports that may be schedules. Those of `export *` are open, and have the name `*`. */
export function listScheduleTimes(reader: AppReader, file: string): readonly ScheduleTimes[] {
  const { ts } = reader
  const text = reader.textOf(file) ?? ''
  const others = [...text.matchAll(/^export\s*\*/gm)].map(({ 0: found, index }): ScheduleTimes => {
    const span = createSpan(file, text, index, index + found.length)
    return { name: '*', isOpen: true, getSpan: () => span }
  })
  return listExportedValues(reader, file)
    .map(({ name, value, span }): ScheduleTimes => {
      const definition = value && findDefinition(ts, value)
      if (definition === undefined) return { name, isOpen: true, getSpan: () => span }
      const { fields, known, isWhole } = readDefinition(ts, definition)
      const read = (field: string) => (typeof known[field] === 'string' ? { [field]: known[field] } : {})
      const isOpen = TIME_FIELDS.some((field) => fields.has(field) && typeof known[field] !== 'string')
      return {
        name,
        ...Object.assign({}, ...TIME_FIELDS.map(read)),
        isOpen: isOpen || !isWhole,
        getSpan(field = '') {
          const found = fields.get(field)
          return found === undefined ? span : getNodeSpan(file, found.value ?? found.name)
        },
      }
    })
    .concat(others)
}

const TIME_FIELDS = ['cron', 'every', 'timezone'] as const

export function findSchedules(reader: AppReader, file: string): readonly ScheduleFact[] {
  return listExportedValues(reader, file).flatMap((value) => collectFacts(reader, file, value))
}

function collectFacts({ ts }: AppReader, file: string, { name, value, span }: ExportedValue): readonly ScheduleFact[] {
  if (name === 'default') return [{ problem: 'default-export', name, span }]
  if (value === undefined) return []
  const call = ts.isExpression(value) ? unwrap(ts, value) : value
  if (!ts.isCallExpression(call)) return isOther(ts, call) ? [{ problem: 'no-schedule', name, span }] : []
  const definition = findDefinition(ts, call)
  return definition === undefined ? [] : definitionFacts(ts, file, name, span, definition)
}

/** Returns the literal argument of a call of `schedule`. */
function findDefinition(ts: Ts, value: ts.Node): ts.ObjectLiteralExpression | undefined {
  const call = ts.isExpression(value) ? unwrap(ts, value) : value
  if (!ts.isCallExpression(call)) return undefined
  const [given] = call.arguments
  const isMeant = ts.isIdentifier(call.expression) && call.expression.text === 'schedule'
  if (!isMeant || given === undefined) return undefined
  const definition = unwrap(ts, given)
  return ts.isObjectLiteralExpression(definition) ? definition : undefined
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

interface Definition {
  readonly fields: ReadonlyMap<string, Field>
  /** The literal values. */
  readonly known: Readonly<Record<string, unknown>>
  /** Whether it has only these fields. A spread or computed member may be any of the others. */
  readonly isWhole: boolean
}

function readDefinition(ts: Ts, definition: ts.ObjectLiteralExpression): Definition {
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
  return { fields, known, isWhole: fields.size === definition.properties.length }
}

function definitionFacts(
  ts: Ts,
  file: string,
  schedule: string,
  span: ScheduleFact['span'],
  definition: ts.ObjectLiteralExpression,
): readonly ScheduleFact[] {
  const { fields, known, isWhole } = readDefinition(ts, definition)
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
