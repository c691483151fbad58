/** `list_tools`, `get_tool` and `run_tool`: the app's own tools. */
import { API_PREFIX, isRecord, nearestName, ORIGIN_HEADER } from '@fw/runtime/contract'
import type { ApiModel, AppModel, ContractModel, IntentModel, StoreActionModel } from '#model.ts'
import type { DevServerApp } from '../dev-parts.ts'
import { createLimit, createToolError, type DevTool } from './dev-tool.ts'
import { formatPlace } from './findings.ts'

export const listAppTools: DevTool = {
  name: 'list_tools',
  title: "List the app's tools",
  description:
    'Lists the functions, intents and store actions that agents and pages of the app call, with guard, access and place. get_tool returns the contract of one.',
  fields: {
    name: { type: 'string', description: 'Only tools whose name contains this, such as orders.' },
    limit: createLimit(200),
  },
  effect: 'none',
  async run({ name = '', limit }, host) {
    const { model } = await host.analyze()
    const tools = collectTools(model).filter(({ tool }) => tool.includes(String(name)))
    return { total: tools.length, tools: tools.slice(0, Number(limit)).map(describeTool) }
  },
}

export const getAppTool: DevTool = {
  name: 'get_tool',
  title: 'Get the contract of a tool',
  description:
    "Returns a tool's description, input and output schema, guard, access, scopes, effect, address and place in the sources.",
  fields: { name: { type: 'string', description: 'Full name, such as api.orders.find.', isRequired: true } },
  effect: 'none',
  async run({ name }, host) {
    const { model } = await host.analyze()
    const found = findTool(model, String(name))
    return {
      ...describeTool(found),
      ...describeContract('input', found.model.input),
      ...describeContract('output', found.model.output),
      ...(found.kind === 'api' && isFromSchema(found.model) && (await readServed(found.tool, host))),
    }
  },
}

export const runAppTool: DevTool = {
  name: 'run_tool',
  title: 'Run a tool of the app',
  description:
    "Calls a tool of the app as an anonymous agent, through the same dispatch as any other call: input validation, guard, access and limits apply. A tool with guard 'confirm' doesn't run, and its result is a proposal that a person approves or rejects. Returns the result, or the error with its code and issues.",
  fields: {
    name: { type: 'string', description: 'Full name, such as api.orders.find or Cart.add.', isRequired: true },
    input: { type: 'object', description: 'Input of the tool. See get_tool.' },
    path: { type: 'string', description: 'Path of the page that has the tool; only for tools of pages.' },
  },
  effect: 'irreversible',
  async run({ name, input = {}, path }, host) {
    const { model } = await host.analyze()
    const { tool, kind } = findTool(model, String(name))
    return host.useApp((server) =>
      kind === 'api'
        ? callApi(server, tool, input)
        : callPageTool(server, { tool, input, path: path as string | undefined }),
    )
  },
}

type FoundTool = { readonly tool: string; readonly file: string } & (
  | { readonly kind: 'api'; readonly model: ApiModel }
  | { readonly kind: 'page'; readonly model: IntentModel | StoreActionModel }
)

function collectTools({ modules, components, stores = [] }: AppModel): readonly FoundTool[] {
  return [
    ...modules.flatMap(({ file, apis }) =>
      apis.map((model): FoundTool => ({ tool: model.tool, file, kind: 'api', model })),
    ),
    ...[...components.flatMap(({ intents }) => intents), ...stores.flatMap(({ actions }) => actions)].map(
      (model): FoundTool => ({ tool: model.tool, file: model.span.file, kind: 'page', model }),
    ),
  ]
}

function findTool(model: AppModel, name: string): FoundTool {
  const tools = collectTools(model)
  const found = tools.find(({ tool }) => tool === name || tool === `api.${name}`)
  if (found !== undefined) return found
  const nearest = nearestName(
    name,
    tools.map(({ tool }) => tool),
  )
  throw createToolError(
    `The app has no tool ${JSON.stringify(name)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} list_tools lists them.`,
  )
}

function describeTool({ tool, kind, model }: FoundTool): object {
  const { description } = model
  const common = { name: tool, kind, at: formatPlace(model.span), ...(description !== undefined && { description }) }
  if (kind === 'page') return { ...common, guard: 'guard' in model ? (model.guard ?? 'auto') : 'auto' }
  const { guard, access, scopes, effect, readonly, http } = model
  return {
    ...common,
    guard,
    access: access ?? 'undecided: every caller may call it',
    ...(scopes.length > 0 && { scopes }),
    ...(effect !== undefined && { effect }),
    ...(readonly !== undefined && { readonly }),
    ...(http !== undefined && { address: http.address }),
  }
}

function describeContract(side: 'input' | 'output', contract: ContractModel): object {
  if (contract.source === 'type') return { [side]: contract.schema }
  return contract.source === 'schema' && contract.declared !== undefined ? { [side]: contract.declared } : {}
}

function isFromSchema({ input, output }: ApiModel): boolean {
  return input.source === 'schema' || output.source === 'schema'
}

/** Returns the schemas of a value in the source, which are known only at run time; none if the app can't be loaded. */
async function readServed(tool: string, host: Parameters<DevTool['run']>[1]): Promise<object> {
  try {
    return await host.useApp(async ({ apiTools }) => {
      const served = apiTools.find(({ name }) => name === tool)
      return { ...(served?.input && { input: served.input }), ...(served?.output && { output: served.output }) }
    })
  } catch {
    return {}
  }
}

const ORIGIN = 'http://localhost'

async function callApi(server: DevServerApp, tool: string, input: unknown): Promise<object> {
  const response = await server.fetchInProcess(
    new Request(new URL(API_PREFIX + tool.replace(/^api\./, ''), ORIGIN), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [ORIGIN_HEADER]: 'agent' },
      body: JSON.stringify(input),
    }),
  )
  const reply: unknown = await response.json()
  return { status: response.status, ...(isRecord(reply) ? reply : { reply }) }
}

/** Calls a tool on a new render of the first page that has it, as `fw run` does. */
async function callPageTool(
  server: DevServerApp,
  { tool, input, path }: { readonly tool: string; readonly input: unknown; readonly path: string | undefined },
): Promise<object> {
  const pages = await server.listPages()
  const paths = path === undefined ? pages.filter(({ concrete }) => concrete).map((page) => page.path) : [path]
  for (const page of paths) {
    let reject: (() => Promise<unknown>) | undefined
    const onProposal = (_: unknown, settle: (decision: 'reject') => Promise<unknown>): void => {
      reject = () => settle('reject')
    }
    const rendered = await server.instancesInProcess(page, { onProposal }).catch(() => ({ instances: [] }))
    const found = rendered.instances.flatMap(({ intents }) => intents).find(({ name }) => name === tool)
    if (found === undefined) continue
    try {
      const result = await found.run(input)
      if (reject === undefined) return { ok: true, page, result: result ?? null }
      await reject()
      return {
        ok: false,
        page,
        code: 'needs_approval',
        error: 'The tool needs the approval of a user of the page. Nothing ran.',
      }
    } catch (error) {
      const { message, code, issues } = error as { message: string; code?: string; issues?: unknown } // an `FwError` of the app's own copy of the runtime
      return {
        ok: false,
        page,
        error: message,
        ...(code !== undefined && { code }),
        ...(issues !== undefined && { issues }),
      }
    }
  }
  throw createToolError(`No page with known parameters has the tool ${tool}. Pass the path of a page that has it.`)
}
