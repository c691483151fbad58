import { getIntents } from '#analyze/shared-facts.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface BareTool {
  readonly kind: 'api' | 'intent' | 'action'
  readonly tool: string
  /** Export name of an api. */
  readonly name?: string
  readonly span: SourceSpan
}

/**
 * Agents choose a tool by its description, and `fw verify` fails for a tool without one. The rule has no fix: a generated text
 * would only repeat the signature, and a comment in the code isn't meant for every caller.
 */
export const missingDescription = createRule({
  code: 'missing-description',
  number: 1060,
  severity: 'warning',
  title: 'Tool has no description',
  messages: {
    api: '{tool} has no description, and agents choose a tool by its description. Describe its effect and when to use it in a doc comment above "{name}", or hide it from agents with guard: \'forbidden\'.',
    intent:
      'The intent {tool} has no description, and agents choose a tool by its description. Add "description: …" beside "run", and describe the effect in the page.',
    action:
      'The action {tool} has no description, and agents choose a tool by its description. Add "description: …" beside "run", and describe the change.',
  },
  collect(app): readonly BareTool[] {
    const described = new Map(
      app.contractFiles.flatMap(({ facts }) => facts.definitions.map((one) => [one.tool, one.described])),
    )
    const actions = (app.stores ?? []).flatMap((store) => store.actions)
    return [
      ...getIntents(app)
        .filter((intent) => !intent.described)
        .map(({ tool, nameSpan: span }): BareTool => ({ kind: 'intent', tool, span })),
      ...actions
        .filter(({ tool }) => described.get(tool) === false)
        .map(({ tool, span }): BareTool => ({ kind: 'action', tool, span })),
    ]
  },
  collectFile({ facts, model }): readonly BareTool[] {
    const unread = facts.fields.filter(({ field }) => field === 'description' || field === 'definition')
    return (model?.apis ?? [])
      .filter(({ tool, guard, description }) => {
        return guard !== 'forbidden' && !description && !unread.some((field) => field.tool === tool)
      })
      .map(({ tool, exportName: name, span }) => ({ kind: 'api', tool, name, span }))
  },
  check(facts, report) {
    for (const { kind, tool, name = '', span } of facts) report(kind, { span, data: { tool, name } })
  },
})
