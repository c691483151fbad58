/**
 * The JSON Schema of eval scenarios, `.fw/eval.schema.json`: with it editors complete tool names and inputs. What is written
 * to fail on purpose (`"expect": { "ok": false }`) is not held against the tool's input.
 */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'

/** A tool that a step can call. */
export interface EvalTool extends Pick<ApiModel, 'guard'> {
  /** Full name, as `api.shop.search`. */
  readonly name: string
  readonly description?: string
  /** Absent: not known, or none. */
  readonly input?: JsonSchema
}

/** Draft 7 in what it declares: the one that every editor reads whole. */
export function emitEvalSchema(tools: readonly EvalTool[]): string {
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1))
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of fw eval',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      name: { type: 'string', minLength: 1, description: 'What the scenario is about.' },
      reset: { type: 'boolean', description: 'Boots the app of --start anew before the first step. Default: false.' },
      steps: { type: 'array', minItems: 1, items: { $ref: '#/$defs/step' } },
    },
    required: ['name', 'steps'],
    additionalProperties: false,
    $defs: {
      step: stepSchema(sorted),
      expect: EXPECT,
      reference: REFERENCE,
      inputs: Object.fromEntries(
        sorted.flatMap(({ name, input }) => (input ? [[name, inputSchema(name, input)]] : [])),
      ),
    },
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

const REFERENCE = {
  type: 'string',
  pattern: '^\\$steps\\[\\d+\\][.[]',
  description: 'What an earlier step answered, as $steps[0].result.id. Steps count from 0.',
}

const EXPECT = {
  type: 'object',
  description: 'What has to come of the step. Default: that it is ok.',
  properties: {
    ok: { type: 'boolean', default: true },
    status: { type: 'integer', description: 'The status of the HTTP answer.' },
    error: { type: 'string', description: 'A part of the error text.' },
    code: { type: 'string', description: 'The error code, the same in development and in production.' },
    result: {
      description:
        'A part of the result. Matchers: {"$some": …} for one item of a list, {"$not": …}, {"$contains": "text"}, and "$absent".',
    },
  },
  additionalProperties: false,
}

function stepSchema(tools: readonly EvalTool[]): object {
  const forms = ['tool', 'approve', 'reject', 'turn']
  return {
    type: 'object',
    properties: {
      tool: {
        description: 'Calls a tool of the server, as an agent does.',
        // Any text passes: which names there are is said by `fw check`, in every spelling.
        anyOf: [
          { enum: tools.map(({ name }) => name), enumDescriptions: tools.map(describe) },
          { type: 'string', minLength: 1 },
        ],
      },
      input: { description: 'Of the tool.' },
      approve: { type: 'string', description: 'Approves a proposal, by its id, as the person of the session.' },
      reject: { type: 'string', description: 'Rejects a proposal, by its id, as the person of the session.' },
      turn: { type: 'string', minLength: 1, description: "A message to the app's own agent." },
      path: { type: 'string', pattern: '^/', description: 'The page on which the agent is asked.' },
      expect: { $ref: '#/$defs/expect' },
    },
    oneOf: forms.map((form) => ({ required: [form] })),
    additionalProperties: false,
    allOf: tools.flatMap(({ name, input }) => (input === undefined ? [] : [inputRule(name)])),
  }
}

function describe({ guard, description = '' }: EvalTool): string {
  return guard === 'auto' ? description : `[${guard}] ${description}`
}

/** The input of one tool: checked where the call is meant to work, completed in any case. */
function inputRule(name: string): object {
  const input = { $ref: `#/$defs/inputs/${pointer(name)}` }
  return {
    if: { properties: { tool: { const: name } }, required: ['tool'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      if: { properties: { expect: { properties: { ok: { const: true } } } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { input } },
      else: { properties: { input: { anyOf: [input, {}] } } },
    },
  }
}

/** The schema of an input at its place in the file, in which every value may be a reference. */
function inputSchema(name: string, input: JsonSchema): unknown {
  return relocateRefs(input, `#/$defs/inputs/${pointer(name)}`, true)
}

/** Keywords whose values are named by the app, and those whose value is one schema, or a list of them. */
const NAMED = new Set(['properties', 'patternProperties', '$defs'])
const SCHEMAS = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'propertyNames',
])
/** The value itself, and no member of it. */
const SAME_VALUE = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'propertyNames', '$defs'])

function relocateRefs(value: unknown, base: string, isSame: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => relocateRefs(item, base, isSame))
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(toDraft7(value)).map(([key, part]) => {
      if (key === '$ref' && typeof part === 'string') return [key, part.replace(/^#/, base)]
      if (NAMED.has(key)) return [key, eachPart(part, base, SAME_VALUE.has(key))]
      return [key, SCHEMAS.has(key) ? relocateRefs(part, base, SAME_VALUE.has(key)) : part]
    }),
  )
  return isSame ? schema : { anyOf: [schema, { $ref: '#/$defs/reference' }] }
}

/** Tuples as draft 7 writes them. */
function toDraft7(schema: object): object {
  const { prefixItems, items, ...rest } = schema as JsonSchema
  if (prefixItems === undefined) return schema
  return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
}

function eachPart(parts: unknown, base: string, isSame: boolean): unknown {
  return Object.fromEntries(Object.entries(parts ?? {}).map(([name, part]) => [name, relocateRefs(part, base, isSame)]))
}

/** A name as a part of a JSON pointer. */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
