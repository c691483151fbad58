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

/** Apis, component intents and actions of stores, with where they are named. */
export function namedTools(model: Named): readonly { readonly tool: string; readonly span: SourceSpan }[] {
  return [
    ...model.modules.flatMap((module) => module.apis),
    ...model.components.flatMap((component) => component.intents),
    ...(model.stores ?? []).flatMap((store) => store.actions),
  ]
}
