import { splitWords } from '#diagnostic/split-words.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** For `searchOrders`, "Search orders." adds no information for an agent. */
export const repeatedName = createRule({
  code: 'repeated-name',
  number: 1061,
  severity: 'warning',
  title: 'Description only repeats the name',
  messages: {
    repeated:
      'The description of {tool}, "{description}", only repeats its name. Describe its result or effect, and when to use it.',
  },
  collect: ({ components, stores = [] }): readonly DescribedTool[] => [
    ...components.components.flatMap((component) => component.intents),
    ...stores.flatMap((store) => store.actions),
  ],
  collectFile: ({ model }) => (model?.apis ?? []).filter(({ guard }) => guard !== 'forbidden'),
  check(facts, report) {
    for (const { tool, span, description } of facts) {
      if (!description) continue
      const nameStems = new Set(splitWords(tool).flatMap((word) => [word, stemWord(word)]))
      const addedWords = splitWords(description).filter((word) => !EMPTY.has(word) && !nameStems.has(stemWord(word)))
      if (addedWords.length === 0) report('repeated', { span, data: { tool, description } })
    }
  },
})

interface DescribedTool {
  readonly tool: string
  readonly span: SourceSpan
  readonly description?: string
}

/** Words without information about a tool. */
const EMPTY = new Set([
  'a',
  'an',
  'the',
  'this',
  'that',
  'of',
  'to',
  'for',
  'in',
  'it',
  'its',
  'is',
  'and',
  'api',
  'tool',
  'function',
  'method',
  'endpoint',
  'intent',
  'call',
  'action',
])

/** Returns the approximate stem of a word: `search` for `searches`, `searching` and `searched`. */
function stemWord(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ing|ed|es|s)$/, '').replace(/e$/, '')
}
