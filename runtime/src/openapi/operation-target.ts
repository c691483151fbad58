/** The address of each function in a document: its own, or else the one below `/_fw/api/`. */
import type { ApiTool } from '#contract/api.ts'
import type { ApiAddress } from '#contract/http/api-address.ts'
import { API_PREFIX } from '#contract/http/path.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import { type OpenApiPath, toOpenApiPaths } from './operation-parameters.ts'
import { capitalize } from './schema-components.ts'

/** A function of the app, as far as a document describes it. */
export interface OpenApiTool
  extends Pick<
    ApiTool,
    'name' | 'title' | 'description' | 'guard' | 'effect' | 'scopes' | 'input' | 'output' | 'module' | 'export'
  > {
  /** Its own address. */
  readonly route?: OpenApiRoute | undefined
  /** Only signed-in users may call it, or the app decides about each caller. Absent if only `scopes` restricts it. */
  readonly access?: 'user' | 'by-app' | undefined
}

/** An address with the status of its responses. */
interface OpenApiRoute extends ApiAddress {
  /** Absent for 200, or 204 without a result. */
  readonly status?: number | undefined
}

/** A function at one path. */
export interface OperationTarget {
  readonly tool: OpenApiTool
  /** Absent below `/_fw/api/`, where results have an envelope. */
  readonly route?: OpenApiRoute
  readonly path: OpenApiPath
  readonly method: string
  readonly id: string
}

/**
 * Returns the paths and methods of all functions. An own address takes precedence, because clients expect it. A document can't
 * distinguish paths that differ only in the names or the matchers of their parameters: they share a path, and a function whose
 * method is taken there has its address below `/_fw/api/`.
 */
export function listTargets(tools: readonly OpenApiTool[]): readonly OperationTarget[] {
  const templates = new Map<string, OpenApiPath>()
  const ids = createIds(tools)
  const taken = new Set<string>()
  return tools.flatMap((tool): readonly OperationTarget[] => {
    const id = ids.get(tool.name) ?? tool.name
    const { route } = tool
    if (route === undefined) return [createDefaultTarget(tool, id)]
    const method = route.method.toLowerCase()
    const targets = toOpenApiPaths(route).map((path, index): OperationTarget => {
      const shared = templates.get(path.shape) ?? path
      templates.set(path.shape, shared)
      return {
        tool,
        route,
        path: { ...shared, parameters: path.parameters },
        method,
        id: index === 0 ? id : `${id}Below`,
      }
    })
    const keys = targets.map(({ path }) => `${method} ${path.template}`)
    if (keys.some((key) => taken.has(key))) return [createDefaultTarget(tool, id)]
    for (const key of keys) taken.add(key)
    return targets
  })
}

function createDefaultTarget(tool: OpenApiTool, id: string): OperationTarget {
  const template = API_PREFIX + tool.name.slice(TOOL_PREFIX.length)
  return { tool, path: { template, shape: template, names: [], parameters: [] }, method: 'post', id }
}

/** Returns ids by the names of tools: `api.user-cart.add` is `userCartAdd`. */
function createIds(tools: readonly OpenApiTool[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name, module, export: exportName } of tools) {
    const [first = '', ...words] = `${module}-${exportName}`.split(/[-_]/)
    const base = first.charAt(0).toLowerCase() + first.slice(1) + words.map(capitalize).join('')
    let id = base
    for (let count = 2; taken.has(id); count++) id = `${base}${count}`
    taken.add(id)
    ids.set(name, id)
  }
  return ids
}
