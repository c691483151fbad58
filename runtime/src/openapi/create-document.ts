/** Creates the OpenAPI 3.1 document of an app: the same text for the same functions, whatever their order is. */
import {
  createOperation,
  type DocumentParts,
  ORIGIN_HEADER_PARAMETER,
  ORIGIN_PARAMETER,
  PROPOSAL_NAME,
  placeResult,
} from './create-operation.ts'
import { ErrorResponses, OWN_SCHEMAS, PROPOSAL_SCHEMA } from './error-responses.ts'
import type { OpenApiDocument, OpenApiInfo, OpenApiOperation } from './openapi-document.ts'
import { listTargets, type OpenApiTool } from './operation-target.ts'
import { SchemaComponents } from './schema-components.ts'

/** The data of the app for the document. */
interface OpenApiSource {
  readonly info: OpenApiInfo
  /** Public origin of the app. Absent if it isn't known: paths are then relative to the document. */
  readonly siteUrl?: string | undefined
  readonly tools: readonly OpenApiTool[]
  /** Name of the cookie with the session. Absent if the app has none. */
  readonly sessionCookie?: string | undefined
  /** Callers may send `authorization: Bearer …`. */
  readonly acceptsBearer: boolean
  /** The app refuses agents without a signature. */
  readonly requiresSignature: boolean
}

/** Returns the document with these functions. */
export function createOpenApiDocument(source: OpenApiSource): OpenApiDocument {
  const { info, siteUrl, sessionCookie, acceptsBearer, requiresSignature } = source
  const tools = [...source.tools].sort((a, b) => (a.name < b.name ? -1 : 1))
  const securitySchemes = {
    ...(acceptsBearer && { bearer: { type: 'http', scheme: 'bearer' } }),
    ...(sessionCookie !== undefined && { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } }),
  }
  let canWait = false
  const parts: DocumentParts = {
    schemas: new SchemaComponents({ ...OWN_SCHEMAS, [PROPOSAL_NAME]: PROPOSAL_SCHEMA }),
    errors: new ErrorResponses(),
    schemes: Object.keys(securitySchemes),
    requiresSignature,
    useProposals: () => {
      canWait = true
    },
  }
  const paths = createPaths(tools, parts)
  const { [PROPOSAL_NAME]: proposal, ...schemas } = parts.schemas.list()
  const isGuarded = tools.some(({ guard, effect }) => guard !== 'auto' || effect !== undefined)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: siteUrl?.replace(/\/$/, '') ?? '/' }],
    security: [],
    tags: [...new Set(tools.map(({ module }) => module))]
      .sort()
      .map((name) => ({ name, description: `Functions of the module ${name}.` })),
    paths,
    components: {
      schemas: canWait && proposal !== undefined ? sortKeys({ ...schemas, [PROPOSAL_NAME]: proposal }) : schemas,
      responses: parts.errors.list(),
      ...(isGuarded && { parameters: { [ORIGIN_PARAMETER]: ORIGIN_HEADER_PARAMETER } }),
      ...(parts.schemes.length > 0 && { securitySchemes }),
    },
  }
}

/** The schemas of results are placed first: where a type has another schema in an input, the result has the shorter name. */
function createPaths(tools: readonly OpenApiTool[], parts: DocumentParts): OpenApiDocument['paths'] {
  const targets = listTargets(tools)
  for (const target of targets) placeResult(target, parts.schemas)
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const target of targets) {
    const { template } = target.path
    paths[template] = sortKeys({ ...paths[template], [target.method]: createOperation(target, parts) })
  }
  return sortKeys(paths)
}

function sortKeys<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
