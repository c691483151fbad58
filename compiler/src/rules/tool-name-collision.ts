import { wireName } from '@fw/runtime/contract'
import { namedTools } from '../diagnostic/named-tools.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A call by that name could mean either. */
export const toolNameCollision = createRule({
  code: 'tool-name-collision',
  number: 1016,
  severity: 'error',
  title: 'Two tools have the same name on the wire',
  messages: {
    collision: '{tool} and {other} are both "{name}" on MCP and provider wires. Rename one of them.',
  },
  check(facts, report) {
    const seen = new Map<string, string>()
    for (const { tool, span } of namedTools(facts.model)) {
      const name = wireName(tool)
      const other = seen.get(name)
      // Twice the same intent is another rule's.
      if (other !== undefined && other !== tool) report('collision', { span, data: { tool, other, name } })
      seen.set(name, tool)
    }
  },
})
