import { listNamedTools, type NamedTool } from '#diagnostic/named-tools.ts'
import { createRule } from '../rule.ts'

/** A call with that name would be ambiguous. */
export const toolNameCollision = createRule({
  code: 'tool-name-collision',
  number: 1016,
  severity: 'error',
  title: 'Two tools have the same wire name',
  messages: {
    collision:
      '{tool} and {other} have the same name "{name}" for MCP clients and model providers. Rename one of them.',
    same: '{tool} is both an intent of a component and an action of a store, so its calls are ambiguous. Rename one of them.',
  },
  collect: ({ model }) => listNamedTools(model),
  check(facts, report) {
    const seen = new Map<string, NamedTool>()
    for (const named of facts) {
      const { tool, kind, span, wire: name } = named
      const other = seen.get(name)
      const related = other && [{ message: `${other.tool} is here.`, span: other.span }]
      if (other !== undefined && other.tool !== tool)
        report('collision', { span, related, data: { tool, other: other.tool, name } })
      // Another rule reports duplicate intents.
      else if (other !== undefined && other.kind !== kind) report('same', { span, related, data: { tool } })
      seen.set(name, named)
    }
  },
})
