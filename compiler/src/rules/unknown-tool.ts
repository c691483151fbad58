import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A filter, skill, channel or scenario that names no tool does nothing, and says so to nobody. */
export const unknownTool = createRule({
  code: 'unknown-tool',
  number: 1069,
  severity: 'error',
  title: 'A file names a tool that does not exist there',
  messages: {
    page: '"{name}" is a tool of pages, and a scenario has no page open. Let the agent use it, in a step with "turn" and "path".',
    missing: 'There is no tool "{name}" in this app. Run "fw run" for the list of them.',
    near: 'There is no tool "{name}" in this app. Did you mean "{nearest}"?',
    pattern: 'No tool of this app fits "{name}": a pattern is the beginning of a name and ".*", as "api.shop.*".',
    nearPattern: 'No tool of this app fits "{name}". Did you mean "{nearest}"?',
  },
  check({ unknownTools }, report) {
    for (const fact of unknownTools) {
      const { name, nearest, span, isOfPage } = fact
      if (isOfPage) {
        report('page', { span, data: { name } })
        continue
      }
      const isPattern = name.includes('*')
      const rest = { span, ...fixesOf(fact) }
      if (nearest === undefined) report(isPattern ? 'pattern' : 'missing', { ...rest, data: { name } })
      else report(isPattern ? 'nearPattern' : 'near', { ...rest, data: { name, nearest } })
    }
  },
})
