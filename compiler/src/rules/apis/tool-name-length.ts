import { WIRE_NAME_MAX } from '@fw/runtime/contract'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import { createRule } from '../rule.ts'

/** MCP clients and model providers accept at most 64 characters. */
export const toolNameLength = createRule({
  code: 'tool-name-length',
  number: 1015,
  severity: 'error',
  title: 'Tool name is too long',
  messages: {
    long: 'The wire name "{name}" has {length} characters, but MCP clients and model providers accept at most 64. Shorten one of the two names in it.',
  },
  collect: ({ components: { components }, stores }) =>
    listNamedTools({ modules: [], components, ...(stores && { stores }) }),
  collectFile: ({ model }) => (model === undefined ? [] : listNamedTools({ modules: [model], components: [] })),
  check(facts, report) {
    for (const { wire: name, span } of facts)
      if (name.length > WIRE_NAME_MAX) report('long', { span, data: { name, length: String(name.length) } })
  },
})
