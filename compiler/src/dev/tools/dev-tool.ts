/** The form of the tools for coding agents: each is declared once, with its input, and runs against a `DevHost`. */
import { FwError, type Issue, isRecord, type JsonSchema } from '@fw/runtime/contract'
import type { DevHost } from './dev-host.ts'

/** A member of a tool's input. */
interface ToolField {
  readonly type: 'string' | 'integer' | 'boolean' | 'object'
  readonly description: string
  readonly isRequired?: true
  /** Possible values of a string. */
  readonly values?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
}

type ToolInput = Readonly<Record<string, unknown>>

export interface DevTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly fields: Readonly<Record<string, ToolField>>
  /** `irreversible` for a tool whose call may have effects outside of the sources. */
  readonly effect: 'none' | 'writes-files' | 'irreversible'
  /** Whether the tool has results only while `fw dev` runs. */
  readonly needsDev?: true
  /** Returns plain JSON. Throws `FwError` for a call that the caller can correct. */
  run(input: ToolInput, host: DevHost): Promise<object>
}

/** Returns the JSON Schema of a tool's input. */
export function toInputSchema(fields: DevTool['fields']): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field)])
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function toFieldSchema({ isRequired: _, values, ...field }: ToolField): JsonSchema {
  return { ...field, ...(values && { enum: [...values] }) }
}

/**
 * Returns the input with its defaults.
 *
 * @throws FwError `invalid_input` with the issues of all members.
 */
export function readToolInput({ fields }: DevTool, input: unknown): ToolInput {
  if (!isRecord(input)) throw createInputError([{ path: '', message: 'must be an object' }])
  const issues = [
    ...Object.keys(input)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => ({ path: name, message: `is unknown; known: ${Object.keys(fields).join(', ') || 'none'}` })),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const message = findProblem(field, input[name])
      return message === undefined ? [] : [{ path: name, message }]
    }),
  ]
  if (issues.length > 0) throw createInputError(issues)
  const defaults = Object.entries(fields).map(([name, field]) => [name, field.default])
  return { ...Object.fromEntries(defaults), ...input }
}

function createInputError(issues: readonly Issue[]): FwError {
  return new FwError('invalid_input', { issues })
}

function findProblem(field: ToolField, value: unknown): string | undefined {
  if (value === undefined) return field.isRequired ? 'is required' : undefined
  if (!HAS_TYPE[field.type](value)) return `must be ${field.type === 'string' ? 'a' : 'an'} ${field.type}`
  if (field.values !== undefined && !field.values.includes(String(value)))
    return `must be one of ${field.values.join(', ')}`
  if (typeof value === 'number' && value < (field.minimum ?? value)) return `must be at least ${field.minimum}`
  if (typeof value === 'number' && value > (field.maximum ?? value)) return `must be at most ${field.maximum}`
  return undefined
}

const HAS_TYPE: Readonly<Record<ToolField['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' && value.length <= MAX_TEXT,
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => value === true || value === false,
  object: isRecord,
}

const MAX_TEXT = 10_000

/** Creates the error of a call that the caller can correct. */
export function createToolError(message: string): FwError {
  return new FwError('not_found', { message })
}

/** The field `limit` of a list. */
export function createLimit(most: number): ToolField {
  return { type: 'integer', description: 'Maximum number of entries.', minimum: 1, maximum: most, default: 20 }
}
