/**
 * Emits the JSON Schema of eval scenarios, `.fw/eval.schema.json`: with it editors complete tool names and inputs.
 * Steps that should fail (`"expect": { "ok": false }`) aren't validated against the tool's input.
 */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'

/** A tool that a step can call. */
interface EvalTool extends Pick<ApiModel, 'guard'> {
  /** Full name, such as `api.shop.search`. */
  readonly name: string
  readonly description?: string
  /** Absent for a tool without input, or if its schema isn't known. */
  readonly input?: JsonSchema
}

/** Uses draft 7, the version that every editor supports completely. */
export function emitEvalSchema(tools: readonly EvalTool[]): string {
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1))
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of fw eval',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      name: { type: 'string', minLength: 1, description: 'What the scenario is about.' },
      reset: { type: 'boolean', description: 'Starts the app of --start again before the first step. Default: false.' },
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
  description: 'The result of an earlier step, such as $steps[0].result.id. Steps are numbered from 0.',
}

const EXPECT = {
  type: 'object',
  description: 'The expected outcome of the step. Default: it is ok.',
  properties: {
    ok: { type: 'boolean', default: true },
    status: { type: 'integer', description: 'The status of the HTTP response.' },
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
        description: 'Calls a server tool, as an agent does.',
        // Any string is valid here: `fw check` reports unknown names, in every spelling.
        anyOf: [
          { enum: tools.map(({ name }) => name), enumDescriptions: tools.map(describe) },
          { type: 'string', minLength: 1 },
        ],
      },
      input: { description: 'The input of the tool.' },
      approve: { type: 'string', description: 'Approves a proposal, by its id, as the user of the session.' },
      reject: { type: 'string', description: 'Rejects a proposal, by its id, as the user of the session.' },
      turn: { type: 'string', minLength: 1, description: "A message to the app's own agent." },
      path: { type: 'string', pattern: '^/', description: 'The page on which the message is sent.' },
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

/** Returns the rule for the input of one tool: validated if the call should succeed, completed in any case. */
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

/** Returns the schema of an input with references relative to its position in the file. */
function inputSchema(name: string, input: JsonSchema): unknown {
  return relocateRefs(input, `#/$defs/inputs/${pointer(name)}`, true)
}

/** Keywords whose values are named by the app, and keywords whose value is one schema, or a list of schemas. */
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
/** Keywords whose schemas apply to the value itself, not to a member. */
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

/** Converts tuples to draft 7. */
function toDraft7(schema: object): object {
  const { prefixItems, items, ...rest } = schema as JsonSchema
  if (prefixItems === undefined) return schema
  return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
}

function eachPart(parts: unknown, base: string, isSame: boolean): unknown {
  return Object.fromEntries(Object.entries(parts ?? {}).map(([name, part]) => [name, relocateRefs(part, base, isSame)]))
}

/** Escapes a name for a JSON pointer. */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
