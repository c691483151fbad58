/** The errors of operations, by status, and the schemas of the framework. */
import { ERRORS, type ErrorCode, FwError, toEnvelope } from '#contract/http/error.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import type { Reference, Response } from './openapi-document.ts'

/** The schemas of the framework, by their names in the document. */
export const OWN_SCHEMAS = {
  FwError: {
    type: 'object',
    description: 'The response of every call that failed.',
    properties: {
      ok: { type: 'boolean', const: false },
      error: { type: 'string', description: 'Why the call failed. For people.' },
      code: { type: 'string', description: 'Why the call failed. For programs.' },
      message: { type: 'string', description: 'Present if "error" is the code.' },
      issues: {
        type: 'array',
        description: 'What is wrong with the input.',
        items: { $ref: '#/components/schemas/FwIssue' },
      },
    },
    required: ['ok', 'error', 'code'],
  },
  FwIssue: {
    type: 'object',
    description: 'A problem of the input.',
    properties: {
      path: { type: 'string', description: 'Such as items[0].qty. Empty for the input itself.' },
      message: { type: 'string' },
    },
    required: ['path', 'message'],
  },
} as const satisfies Record<string, JsonSchema>

/** The schema of a call that waits for approval. */
export const PROPOSAL_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A call of an agent that runs once a user has approved it.',
  properties: {
    status: { type: 'string', const: 'proposal' },
    id: { type: 'string', description: 'Identifies it at /_fw/approve and /_fw/reject.' },
    tool: { type: 'string' },
    input: { description: 'The validated input of the call.' },
    message: { type: 'string', description: 'The question for the user.' },
    expiresAt: { type: 'integer', description: 'Milliseconds since 1970.' },
  },
  required: ['status', 'id', 'tool', 'input', 'message', 'expiresAt'],
}

/** The properties of an operation that decide which errors it has. */
interface FailingOperation {
  /** It has an input. */
  readonly hasInput: boolean
  /** Its input is a JSON body. */
  readonly hasBody: boolean
  /** A request changes something. */
  readonly isChanging: boolean
  readonly isGuarded: boolean
  readonly hasScopes: boolean
  /** A caller can sign in. */
  readonly hasCallers: boolean
  /** The app refuses agents without a signature. */
  readonly requiresSignature: boolean
  /** The path names a resource, which may not exist. */
  readonly namesResource: boolean
}

/** Returns the built-in errors of an operation. */
export function listErrorCodes(operation: FailingOperation): readonly ErrorCode[] {
  const { hasInput, hasBody, isChanging, isGuarded, hasScopes, hasCallers, requiresSignature, namesResource } =
    operation
  const codes: readonly (ErrorCode | false)[] = [
    hasInput && 'invalid_input',
    'invalid_request',
    hasBody && 'invalid_json',
    (hasCallers || hasScopes) && 'unauthenticated',
    requiresSignature && 'agent_required',
    isGuarded && 'forbidden',
    hasScopes && 'out_of_scope',
    isChanging && 'cross_site_denied',
    namesResource && 'not_found',
    hasBody && 'payload_too_large',
    hasBody && 'unsupported_media_type',
    'rate_limited',
    'internal',
    'unavailable',
  ]
  return codes.filter((code) => code !== false)
}

/**
 * The responses in `#/components/responses`, by the codes that they have in common: most operations have the same.
 */
export class ErrorResponses {
  readonly #responses = new Map<string, Response>([['Error', OTHER]])

  /** Returns the responses of an operation by status. */
  refer(codes: readonly ErrorCode[]): Readonly<Record<string, Reference>> {
    const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
    const known = statuses.map((status): [string, Reference] => {
      const same = codes.filter((code) => ERRORS[code].status === status)
      const name = same.map(toPascalCase).sort().join('Or')
      this.#responses.set(name, createResponse(same))
      return [String(status), createReference(name)]
    })
    return { ...Object.fromEntries(known), default: createReference('Error') }
  }

  /** Returns the responses, sorted by name. */
  list(): Readonly<Record<string, Response>> {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const SCHEMA: JsonSchema = { $ref: '#/components/schemas/FwError' }

const OTHER: Response = {
  description: 'Another error, such as one with a code of the app.',
  content: { 'application/json': { schema: SCHEMA } },
}

function createResponse(codes: readonly ErrorCode[]): Response {
  const lines = codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`)
  const examples = Object.fromEntries(codes.map((code) => [code, { value: createExample(code) }]))
  return { description: lines.join('\n\n'), content: { 'application/json': { schema: SCHEMA, examples } } }
}

function createExample(code: ErrorCode): object {
  const issues = [{ path: 'name', message: 'is required' }]
  return toEnvelope(new FwError(code, code === 'invalid_input' ? { issues } : {}))
}

function createReference(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}

function toPascalCase(code: string): string {
  return code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
