/** From an app's api modules to its tools (spec: Low-level server exports). */
import type { AnyApi, ApiTool, Ctx, ManifestTool } from '#contract/api.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import { nameProblem, toolName } from '#contract/name.ts'
import { inScope, manifestGuard } from './dispatch.ts'
import {
  type ApiRecord,
  describeMissingContract,
  findRecord,
  getContract,
  hasEverything,
  settleContract,
} from './record.ts'

/** Module name -> its exports, as `import * as shop from './shop.api.ts'` gives them. */
export type ApiModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The tools of the given modules, in order of module and export. Exports that are no api are passed over. Throws a
 * `TypeError` for a name that cannot be a tool name (`__`), and for an api whose input nothing can check.
 */
export function collectApis(modules: ApiModules): ApiTool[] {
  const tools: ApiTool[] = []
  for (const [module, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      const record = findRecord(value)
      if (record === undefined) continue
      const problem = nameProblem('module', module) ?? nameProblem('export', name)
      if (problem !== undefined) throw new TypeError(problem)
      record.name ??= toolName(module, name)
      settleContract(record)
      if (record.contract === undefined && record.source === undefined && !hasEverything(record))
        throw new TypeError(describeMissingContract(toolName(module, name)))
      tools.push(toTool(record, module, name, value as AnyApi))
    }
  }
  return tools
}

/**
 * Waits until every tool's schemas are known: not at all in builds (undefined), for the analysis in development. A tool
 * whose types are wrong never gets its contract: the analysis has reported why, the tool isn't listed, and a call of it
 * fails with the same report.
 */
export function contractsReady(tools: readonly ApiTool[]): Promise<void> | undefined {
  return tools.every(hasContract) ? undefined : awaitContracts(tools)
}

/** Whether the schemas of a tool are known. A tool without an api of ours has nothing to wait for. */
export function hasContract({ api }: ApiTool): boolean {
  const record = findRecord(api)
  return record === undefined || record.contract !== undefined
}

async function awaitContracts(tools: readonly ApiTool[]): Promise<void> {
  for (const { api } of tools) {
    const record = findRecord(api)
    if (record === undefined || record.contract !== undefined) continue
    try {
      await getContract(record)
    } catch (error) {
      if (record.lacksContract !== true) throw error
    }
  }
}

/** What `ctx`'s caller may see: tools with a contract that are not `forbidden` and whose scopes it holds. */
export function apiManifestTools(tools: readonly ApiTool[], ctx: Ctx): ManifestTool[] {
  return tools
    .filter((tool) => tool.guard !== 'forbidden' && hasContract(tool) && inScope(tool.scopes, ctx))
    .map(toManifestTool)
}

function toManifestTool(tool: ApiTool): ManifestTool {
  const { module: _module, export: _export, api: _api, ...entry } = tool
  return entry
}

/** Schemas are read when asked for: in development they come after the tool. */
function toTool(record: ApiRecord, module: string, name: string, api: AnyApi): ApiTool {
  const { title, scopes, effect, readonly } = record.definition
  return {
    name: toolName(module, name),
    ...(title === undefined ? {} : { title }),
    get description(): string {
      return record.contract?.description ?? record.definition.description ?? ''
    },
    guard: manifestGuard(record),
    get input(): JsonSchema {
      return record.contract?.input.schema ?? { type: 'object' }
    },
    get output(): JsonSchema | undefined {
      return record.contract?.output?.schema
    },
    ...(scopes === undefined ? {} : { scopes }),
    ...(effect === undefined ? {} : { effect }),
    ...(readonly === undefined ? {} : { readonly }),
    where: 'server',
    module,
    export: name,
    api,
  }
}
