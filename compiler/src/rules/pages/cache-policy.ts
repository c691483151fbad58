import { getRouteModules } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** An invalid policy could cache a page for the wrong visitors, or not at all. */
export const cachePolicy = createRule({
  code: 'cache-policy',
  number: 1071,
  severity: 'error',
  title: 'Invalid cache policy',
  messages: {
    shape:
      "The cache policy of {file} isn't an object. Write \"export const cache = { scope: 'public', maxAge: 60 }\".",
    unknown:
      '"{name}" isn\'t a field of a cache policy. The fields are scope, maxAge, sharedMaxAge, swr, cdn and tags.',
    nearField: '"{name}" isn\'t a field of a cache policy. Did you mean "{nearest}"?',
    scope:
      "Unknown cache scope \"{name}\". Write 'public' if the page is the same for all visitors, otherwise 'private'.",
    nearScope: 'Unknown cache scope "{name}". Did you mean \'{nearest}\'?',
    'no-scope':
      "The cache policy of {file} has no scope. Add scope: 'public' if the page is the same for all visitors, otherwise 'private'.",
    'dynamic-scope':
      "The cache scope isn't a literal, so the check can't read it. Write scope: 'public' or scope: 'private'.",
    seconds: '{name} must be a number of seconds, 0 or more.',
    cdn: 'cdn must be true or false.',
    tags: "tags must be a list of non-empty strings, such as ['orders', 'order-[id]'].",
    'tag-param':
      'A tag uses the parameter "{name}", which {file} doesn\'t have. Use a parameter of its path, or remove it.',
  },
  collect: (app) => getRouteModules(app).cachePolicies,
  check(facts, report) {
    for (const fact of facts) {
      const { problem, file, name, nearest, span } = fact
      const rest = { span, ...pickFixes(fact) }
      if (nearest === undefined) report(problem, { ...rest, data: { file, name } })
      else report(problem === 'scope' ? 'nearScope' : 'nearField', { ...rest, data: { name, nearest } })
    }
  },
})
