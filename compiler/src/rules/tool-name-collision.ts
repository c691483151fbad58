import { type NamedTool, namedTools } from '../diagnostic/named-tools.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A call by that name could mean either. */
export const toolNameCollision = createRule({
  code: 'tool-name-collision',
  number: 1016,
  severity: 'error',
  title: 'Two tools have the same name on the wire',
  messages: {
    collision: '{tool} and {other} are both "{name}" on MCP and provider wires. Rename one of them.',
    same: '{tool} is an intent of a component and an action of a store, and a call could mean either. Rename one of them.',
  },
  check(facts, report) {
    const seen = new Map<string, NamedTool>()
    for (const named of namedTools(facts.model)) {
      const { tool, kind, span, wire: name } = named
      const other = seen.get(name)
      const related = other && [{ message: `${other.tool} is here.`, span: other.span }]
      if (other !== undefined && other.tool !== tool)
        report('collision', { span, related, data: { tool, other: other.tool, name } })
      // Twice the same intent is another rule's.
      else if (other !== undefined && other.kind !== kind) report('same', { span, related, data: { tool } })
      seen.set(name, named)
    }
  },
})
