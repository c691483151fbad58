/** One function of the app as an operation. */
import { readsQuery } from '#contract/http/api-address.ts'
import { ORIGIN_HEADER, PROPOSAL_HEADER } from '#contract/http/path.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { rootObject } from '#wire/tool-schema.ts'
import { type ErrorResponses, listErrorCodes } from './error-responses.ts'
import type { OpenApiOperation, Parameter, Reference, Response, SecurityRequirement } from './openapi-document.ts'
import { listPathParameters, listQueryParameters, omitPathParameters } from './operation-parameters.ts'
import type { OpenApiTool, OperationTarget } from './operation-target.ts'
import { capitalize, type SchemaComponents } from './schema-components.ts'

/** The parts of a document that its operations share. */
export interface DocumentParts {
  readonly schemas: SchemaComponents
  readonly errors: ErrorResponses
  /** Names of the ways to sign in. */
  readonly schemes: readonly string[]
  /** The app refuses agents without a signature. */
  readonly requiresSignature: boolean
  /** Adds the components of proposals, which only some apps need. */
  readonly useProposals: () => void
}

/** Returns the operation. */
export function createOperation(target: OperationTarget, parts: DocumentParts): OpenApiOperation {
  const { tool, route, path, id } = target
  const { schemas, schemes, requiresSignature } = parts
  const method = route?.method ?? 'POST'
  const place = (schema: JsonSchema) =>
    schemas.place(schema, { side: 'input', module: tool.module, name: `${capitalize(id)}Input` })
  const rest = omitPathParameters(tool.input, route?.segments ?? [])
  const inQuery = readsQuery(method)
  const canWait = needsApproval(target)
  const parameters: readonly (Parameter | Reference)[] = [
    ...listPathParameters(tool.input, path, place),
    ...(rest !== undefined && inQuery ? listQueryParameters(rest, place) : []),
    ...(canWait || tool.guard === 'forbidden' ? [ORIGIN] : []),
  ]
  const scopes = tool.scopes ?? []
  const body = rest === undefined || inQuery ? undefined : place(rest)
  const codes = listErrorCodes({
    hasInput: rest !== undefined || path.parameters.length > 0,
    hasBody: body !== undefined,
    isChanging: method !== 'GET',
    isGuarded: tool.guard !== 'auto' || tool.effect !== undefined || tool.access === 'by-app',
    hasScopes: scopes.length > 0,
    hasCallers: schemes.length > 0 || tool.access !== undefined,
    requiresSignature,
    namesResource: path.parameters.length > 0,
  })
  return {
    operationId: id,
    summary: summarize(target),
    ...describe(target),
    tags: [tool.module],
    security: listRequirements(schemes, scopes, tool.access),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: isRequired(rest), content: { 'application/json': { schema: body } } },
    }),
    responses: { ...createResponses(target, parts), ...parts.errors.refer(codes) },
    ...(tool.guard !== 'auto' && { 'x-fw-guard': tool.guard }),
  }
}

/** The name of the header's parameter in the components. */
export const ORIGIN_PARAMETER = 'Origin'
const ORIGIN: Reference = { $ref: `#/components/parameters/${ORIGIN_PARAMETER}` }

/** The header by which a program declares the origin of a call. */
export const ORIGIN_HEADER_PARAMETER: Parameter = {
  name: ORIGIN_HEADER,
  in: 'header',
  description:
    'Who calls. Calls of agents may need the approval of a user. A GET from a script of a web page is a call of its user only with `human`.',
  schema: { type: 'string', enum: ['agent', 'human'] },
}

/** Whether an agent's call can become a proposal. */
function needsApproval({ tool }: OperationTarget): boolean {
  return tool.guard === 'confirm' || (tool.guard === 'auto' && tool.effect !== undefined)
}

function summarize({ tool }: OperationTarget): string {
  const [sentence = ''] = tool.description.split(/(?<=[.!?])\s|\n/)
  return tool.title ?? (sentence.replace(/\.$/, '') || tool.name)
}

function describe({ tool }: OperationTarget): { readonly description?: string } {
  const { access, description, guard, effect, scopes = [] } = tool
  const lines = [
    description,
    access === 'user' && 'Only signed-in users may call it.',
    access === 'by-app' && 'The app decides about each caller.',
    scopes.length > 0 &&
      `Needs ${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.map((one) => `\`${one}\``).join(', ')}.`,
    guard === 'confirm' && "An agent's call waits until a user has approved it.",
    guard === 'forbidden' && 'Agents may not call it.',
    guard === 'auto' &&
      effect !== undefined &&
      'If untrusted content has influenced an agent, its call waits until a user has approved it.',
  ]
  const text = lines.filter((line) => line !== false && line !== '').join('\n\n')
  return text === '' ? {} : { description: text }
}

/** A caller may be anonymous if neither scopes nor `access` requires a user. */
function listRequirements(
  schemes: readonly string[],
  scopes: readonly string[],
  access: OpenApiTool['access'],
): readonly SecurityRequirement[] {
  if (schemes.length === 0) return []
  const isOptional = scopes.length === 0 && access !== 'user'
  return [...(isOptional ? [{}] : []), ...schemes.map((name) => ({ [name]: scopes }))]
}

function isRequired(input: JsonSchema | undefined): boolean {
  return input !== undefined && (rootObject(input).schema.required ?? []).length > 0
}

function createResponses(target: OperationTarget, parts: DocumentParts): Readonly<Record<string, Response>> {
  const { tool, route } = target
  const canWait = needsApproval(target)
  if (canWait) parts.useProposals()
  const result = placeResult(target, parts.schemas)
  if (route === undefined) {
    const succeeded = createEnvelope(result)
    const description = canWait ? 'The result, or the proposal of an agent.' : 'The result.'
    const schema = canWait ? { anyOf: [succeeded, createEnvelope(PROPOSAL)] } : succeeded
    return { 200: { description, ...(canWait && { headers: PROPOSAL_HEADERS }), content: toContent(schema) } }
  }
  const { status } = route
  const isEmpty = status === 204
  const hasNone = status === undefined && tool.output === undefined
  const none = { description: 'The call has no result.' }
  return {
    ...(!isEmpty && { [status ?? 200]: { description: 'The result.', content: toContent(result) } }),
    ...((isEmpty || hasNone) && { 204: none }),
    ...(canWait && { 202: WAITING }),
  }
}

/** Returns the schema of the result; an empty one for a function without a schema, or without a body in its response. */
export function placeResult({ tool, route, id }: OperationTarget, schemas: SchemaComponents): JsonSchema {
  if (route?.status === 204 || tool.output === undefined) return {}
  return schemas.place(tool.output, { side: 'output', module: tool.module, name: `${capitalize(id)}Output` })
}

function createEnvelope(result: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { ok: { type: 'boolean', const: true }, result },
    required: ['ok', 'result'],
  }
}

function toContent(schema: JsonSchema): { readonly 'application/json': { readonly schema: JsonSchema } } {
  return { 'application/json': { schema } }
}

/** The name of the schema in the components. */
export const PROPOSAL_NAME = 'FwProposal'
const PROPOSAL: JsonSchema = { $ref: `#/components/schemas/${PROPOSAL_NAME}` }

const PROPOSAL_HEADERS = {
  [PROPOSAL_HEADER]: { description: 'Id of the proposal. Absent if the call ran.', schema: { type: 'string' } },
} as const

const WAITING: Response = {
  description: "An agent's call, which waits until a user has approved it.",
  headers: {
    ...PROPOSAL_HEADERS,
    location: { description: 'Page on which a user decides.', schema: { type: 'string' } },
  },
  content: toContent(PROPOSAL),
}
