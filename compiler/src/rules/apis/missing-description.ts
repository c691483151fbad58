import { createRule } from '#diagnostic/rule.ts'

/**
 * Agents choose a tool by its description, and `fw verify` fails for a tool without one. The rule has no fix: a generated text
 * would only repeat the signature, and a comment in the code isn't meant for every caller.
 */
export const missingDescription = createRule({
  code: 'missing-description',
  number: 1060,
  severity: 'warning',
  title: 'Tool has no description',
  eachModule: true,
  messages: {
    api: '{tool} has no description, and agents choose a tool by its description. Describe its effect and when to use it in a doc comment above "{name}", or hide it from agents with guard: \'forbidden\'.',
    intent:
      'The intent {tool} has no description, and agents choose a tool by its description. Add "description: …" beside "run", and describe the effect in the page.',
    action:
      'The action {tool} has no description, and agents choose a tool by its description. Add "description: …" beside "run", and describe the change.',
  },
  check(facts, report) {
    const unread = new Set(
      facts.apiFiles
        .flatMap((file) => file.fields)
        .flatMap(({ tool, field }) => (field === 'description' || field === 'definition' ? [tool] : [])),
    )
    for (const { tool, exportName: name, span, guard, description } of facts.model.modules.flatMap(({ apis }) => apis))
      if (guard !== 'forbidden' && !description && !unread.has(tool)) report('api', { span, data: { tool, name } })
    for (const { tool, nameSpan: span, described } of facts.intents)
      if (!described) report('intent', { span, data: { tool } })
    const bare = new Set(
      facts.apiFiles
        .flatMap((file) => file.definitions)
        .filter(({ described }) => !described)
        .map(({ tool }) => tool),
    )
    for (const { tool, span } of (facts.model.stores ?? []).flatMap((store) => store.actions))
      if (bare.has(tool)) report('action', { span, data: { tool } })
  },
})
