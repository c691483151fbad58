import type { MissingExportFact } from '#analyze/modules/import-hints.ts'
import { formatList } from '#diagnostic/split-words.ts'
import { createRule } from '../rule.ts'

/** Reported for names that a bundle could not link. */
export const missingExport = createRule({
  code: 'missing-export',
  number: 1100,
  severity: 'error',
  title: "Imported name isn't exported",
  messages: {
    near: '"{module}" doesn\'t export "{name}". Did you mean "{nearest}"?',
    name: '"{module}" doesn\'t export "{name}". {offered}',
    default: '"{module}" has no default export. {offered}',
    type: '"{name}" of "{module}" is a type, which doesn\'t exist at run time. Write "import type", or "type {name}" among the names.',
    declared:
      '"{module}" only declares "{name}", so it doesn\'t exist at run time. Define it there without "declare". If you need only its type, write "import type", or "type {name}" among the names.',
  },
  check(facts: readonly MissingExportFact[], report) {
    for (const { problem, name, module, names, nearest, span } of facts) {
      if (problem === 'name' && nearest !== undefined) report('near', { span, data: { module, name, nearest } })
      else report(problem, { span, data: { module, name, offered: offer(problem, names) } })
    }
  },
})

function offer(problem: string, names: readonly string[]): string {
  if (names.length === 0) return 'Export it there, or remove the import.'
  const some = names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} and others` : formatList(names)
  return problem === 'default' ? `It exports ${some}: import them in braces.` : `It exports ${some}.`
}

const MAX_NAMES = 8
