import { WIRE_NAME_MAX } from '@fw/runtime/contract'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import { createRule } from '#diagnostic/rule.ts'

/** MCP clients and model providers accept at most 64 characters. */
export const toolNameLength = createRule({
  code: 'tool-name-length',
  number: 1015,
  severity: 'error',
  title: 'Tool name is too long',
  eachModule: true,
  messages: {
    long: 'The wire name "{name}" has {length} characters, but MCP clients and model providers accept at most 64. Shorten one of the two names in it.',
  },
  check(facts, report) {
    for (const { wire: name, span } of listNamedTools(facts.model)) {
      if (name.length > WIRE_NAME_MAX) report('long', { span, data: { name, length: String(name.length) } })
    }
  },
})
