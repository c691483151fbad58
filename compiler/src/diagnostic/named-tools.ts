/** Everything in an app that has a tool name. */
import { type UiToolName, wireName } from '@fw/runtime/contract'
import type { AppModel, SourceSpan } from '../model.ts'

/** Tools that every page offers to agents beside its intents: exactly the runtime's. */
const IS_PAGE_TOOL: Readonly<Record<UiToolName, true>> = {
  ui_navigate: true,
  ui_get_view_context: true,
  ui_read_page: true,
  ui_click: true,
  ui_fill: true,
  ui_wait_settled: true,
}

export const PAGE_TOOLS: readonly string[] = Object.keys(IS_PAGE_TOOL)

type Named = Pick<AppModel, 'modules' | 'components' | 'stores'>

export interface NamedTool {
  readonly tool: string
  readonly kind: 'api' | 'intent' | 'action'
  /** Name on MCP and provider wires. */
  readonly wire: string
  /** Position of the name. */
  readonly span: SourceSpan
}

/** Returns apis, component intents and actions of stores. */
export function listNamedTools(model: Named): readonly NamedTool[] {
  return [
    ...model.modules.flatMap(({ apis }) => nameTools('api', apis)),
    ...model.components.flatMap(({ intents }) => nameTools('intent', intents)),
    ...(model.stores ?? []).flatMap(({ actions }) => nameTools('action', actions)),
  ]
}

type Tools = readonly Pick<NamedTool, 'tool' | 'span'>[]

const known = new WeakMap<Tools, readonly NamedTool[]>()

/** After an edit the lists of all other files stay the same objects. */
function nameTools(kind: NamedTool['kind'], tools: Tools): readonly NamedTool[] {
  const before = known.get(tools)
  if (before !== undefined) return before
  const found = tools.map(({ tool, span }) => ({ tool, kind, span, wire: wireName(tool) }))
  known.set(tools, found)
  return found
}
