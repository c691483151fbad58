/** Everything of an app that is called by name. */
import type { AppModel, SourceSpan } from '../model.ts'

/** What every page offers to an agent beside its intents (decisions, section 5). */
export const PAGE_TOOLS = [
  'ui_navigate',
  'ui_get_view_context',
  'ui_read_page',
  'ui_click',
  'ui_fill',
  'ui_wait_settled',
] as const

type Named = Pick<AppModel, 'modules' | 'components' | 'stores'>

export interface NamedTool {
  readonly tool: string
  readonly kind: 'api' | 'intent' | 'action'
  /** Where it is named. */
  readonly span: SourceSpan
}

/** Apis, component intents and actions of stores. */
export function namedTools(model: Named): readonly NamedTool[] {
  const named = (kind: NamedTool['kind'], tools: readonly Pick<NamedTool, 'tool' | 'span'>[]): NamedTool[] =>
    tools.map(({ tool, span }) => ({ tool, kind, span }))
  return [
    ...model.modules.flatMap(({ apis }) => named('api', apis)),
    ...model.components.flatMap(({ intents }) => named('intent', intents)),
    ...(model.stores ?? []).flatMap(({ actions }) => named('action', actions)),
  ]
}
