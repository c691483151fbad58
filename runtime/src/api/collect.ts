/** Collects the tools of an app from its API modules. */
import type { AnyApi, ApiTool, Ctx, ManifestTool } from '#contract/api.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import { nameProblem, toolName } from '#contract/name.ts'
import { getRequiredScopes } from '#contract/required-scopes.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { type FindUser, showsTool } from './access.ts'
import { inScope, manifestGuard } from './caller-rights.ts'
import { currentCall } from './current.ts'
import {
  type ApiRecord,
  describeMissingContract,
  findRecord,
  getContract,
  hasEverything,
  loadListed,
  settleContract,
} from './record.ts'

/** Module name -> its exports, as in `import * as shop from './shop.api.ts'`. */
export type ApiModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Returns the tools of the given modules, in order of module and export. Exports that aren't APIs are skipped. Throws a
 * `TypeError` for a name that can't be a tool name (`__`), and for an API whose input can't be validated.
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
 * Waits until the schemas of all tools are known: in builds until they are loaded, in development until the analysis has
 * ended. Returns undefined if all are known. A
 * tool with type errors never gets a contract: the analysis has reported the errors, the tool isn't listed, and a call of
 * it fails with the same report.
 */
export function contractsReady(tools: readonly ApiTool[]): Promise<void> | undefined {
  return tools.every(hasContract) ? undefined : awaitContracts(tools)
}

/** Whether the schemas of a tool are known. A tool that isn't the framework's API has nothing to wait for. */
export function hasContract({ api }: ApiTool): boolean {
  const record = findRecord(api)
  return record === undefined || (record.contract ?? record.listed) !== undefined
}

async function awaitContracts(tools: readonly ApiTool[]): Promise<void> {
  const unknown = tools.filter((tool) => !hasContract(tool)).flatMap(({ api }) => findRecord(api) ?? [])
  await loadListed(unknown)
  for (const record of unknown) {
    if ((record.contract ?? record.listed) !== undefined) continue
    try {
      await getContract(record)
    } catch (error) {
      if (record.lacksContract !== true) throw error
    }
  }
}

/** A tool whose module doesn't load, or whose contract is missing. */
export interface UnloadableTool {
  readonly tool: string
  readonly problem: string
}

/** Loads all contracts, and with them the modules that load at their first call. */
export async function findUnloadable(tools: readonly ApiTool[]): Promise<readonly UnloadableTool[]> {
  const failed: UnloadableTool[] = []
  for (const { name, api } of tools) {
    const record = findRecord(api)
    try {
      if (record !== undefined) await getContract(record)
    } catch (error) {
      failed.push({ tool: name, problem: getMessage(error) })
    }
  }
  return failed
}

/**
 * Returns the tools that the caller of `ctx` may see: tools with a contract that aren't `forbidden`, whose scopes the
 * caller has, and whose `access` doesn't refuse the caller.
 */
export function apiManifestTools(tools: readonly ApiTool[], ctx: Ctx): ManifestTool[] {
  return listApiTools(tools, ctx, currentCall()?.host.findUser)
}

/** The same for a server, which knows the app's users. */
export function listApiTools(tools: readonly ApiTool[], ctx: Ctx, findUser: FindUser | undefined): ManifestTool[] {
  return tools
    .filter((tool) => tool.guard !== 'forbidden' && hasContract(tool) && mayCall(tool, ctx, findUser))
    .map(toManifestTool)
}

/** Whether the caller has the scopes of the tool, and its `access` doesn't refuse the caller. */
export function mayCall({ api, scopes }: ApiTool, ctx: Ctx, findUser: FindUser | undefined): boolean {
  return inScope(scopes, ctx) && showsTool(findRecord(api)?.definition ?? NO_RULE, ctx, findUser)
}

/** Whether scopes or `access` may hide a tool from a caller. */
export function isRestricted({ scopes = [], api }: ApiTool): boolean {
  const access = findRecord(api)?.definition.access
  return scopes.length > 0 || (access !== undefined && access !== 'public')
}

const NO_RULE = {}

function toManifestTool(tool: ApiTool): ManifestTool {
  const { module: _module, export: _export, http: _http, api: _api, ...entry } = tool
  return entry
}

/** Schemas are getters, because they may be known later than the tool. */
function toTool(record: ApiRecord, module: string, name: string, api: AnyApi): ApiTool {
  const { title, effect, readonly, http } = record.definition
  const scopes = getRequiredScopes(record.definition)
  return {
    name: toolName(module, name),
    ...(typeof title === 'string' && { title }),
    get description(): string {
      return record.contract?.description ?? record.definition.description ?? record.listed?.description ?? ''
    },
    guard: manifestGuard(record),
    get input(): JsonSchema {
      return record.listed?.input ?? record.contract?.input.schema ?? { type: 'object' }
    },
    get output(): JsonSchema | undefined {
      return record.listed === undefined ? record.contract?.output?.schema : record.listed.output
    },
    ...(scopes === undefined ? {} : { scopes }),
    ...(effect === undefined ? {} : { effect }),
    ...(readonly === undefined ? {} : { readonly }),
    where: 'server',
    module,
    export: name,
    ...(http === undefined ? {} : { http }),
    api,
  }
}
