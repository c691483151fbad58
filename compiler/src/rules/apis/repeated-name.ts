import { createRule } from '#diagnostic/rule.ts'
import { splitWords } from '#diagnostic/split-words.ts'

/** For `searchOrders`, "Search orders." adds no information for an agent. */
export const repeatedName = createRule({
  code: 'repeated-name',
  number: 1061,
  severity: 'warning',
  title: 'Description only repeats the name',
  eachModule: true,
  messages: {
    repeated:
      'The description of {tool}, "{description}", only repeats its name. Describe its result or effect, and when to use it.',
  },
  check({ model }, report) {
    const apis = model.modules.flatMap((module) => module.apis.filter(({ guard }) => guard !== 'forbidden'))
    const intents = model.components.flatMap((component) => component.intents)
    const actions = (model.stores ?? []).flatMap((store) => store.actions)
    for (const { tool, span, description } of [...apis, ...intents, ...actions]) {
      if (!description) continue
      const nameStems = new Set(splitWords(tool).flatMap((word) => [word, stemWord(word)]))
      const addedWords = splitWords(description).filter((word) => !EMPTY.has(word) && !nameStems.has(stemWord(word)))
      if (addedWords.length === 0) report('repeated', { span, data: { tool, description } })
    }
  },
})

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
