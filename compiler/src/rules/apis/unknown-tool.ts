import { isWhole } from '#analyze/shared-facts.ts'
import { readToolMentions } from '#analyze/texts/tool-mentions.ts'
import { findUnknownTools, type UnknownToolFact } from '#analyze/texts/unknown-tools.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** An unknown name in a filter, skill, channel or scenario would have no effect, without an error. */
export const unknownTool = createRule({
  code: 'unknown-tool',
  number: 1069,
  severity: 'error',
  title: 'Unknown tool',
  messages: {
    page: '"{name}" is a tool of pages, and a scenario has no page open. Let the agent use it, in a step with "turn" and "path".',
    missing: 'Unknown tool "{name}". Run "fw run" to list the tools of this app.',
    near: 'Unknown tool "{name}". Did you mean "{nearest}"?',
    pattern:
      'The pattern "{name}" matches no tool of this app. A pattern is the beginning of a name, followed by ".*", such as "api.shop.*".',
    nearPattern: 'The pattern "{name}" matches no tool of this app. Did you mean "{nearest}"?',
  },
  collect(app) {
    const { reader, outline, openFile, skills = [], names } = app
    if (!isWhole(app)) return []
    const { files } = outline.conventions
    const mentions = [...readToolMentions(reader, files, openFile), ...skills]
    return findUnknownTools(reader, files, names ?? (() => app.model), mentions)
  },
  check(facts: readonly UnknownToolFact[], report) {
    for (const fact of facts) {
      const { name, nearest, span, isOfPage } = fact
      if (isOfPage) {
        report('page', { span, data: { name } })
        continue
      }
      const isPattern = name.includes('*')
      const rest = { span, ...pickFixes(fact) }
      if (nearest === undefined) report(isPattern ? 'pattern' : 'missing', { ...rest, data: { name } })
      else report(isPattern ? 'nearPattern' : 'near', { ...rest, data: { name, nearest } })
    }
  },
})
