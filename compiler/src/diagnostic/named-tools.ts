/** Everything of an app that is called by name. */
import type { AppModel, SourceSpan } from '../model.ts'

/** Apis and component intents, with where they are named. */
export function namedTools(model: AppModel): readonly { readonly tool: string; readonly span: SourceSpan }[] {
  return [
    ...model.modules.flatMap((module) => module.apis),
    ...model.components.flatMap((component) => component.intents),
  ]
}
