import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A policy that is not understood would keep a page for the wrong people, or not at all. */
export const cachePolicy = createRule({
  code: 'cache-policy',
  number: 1071,
  severity: 'error',
  title: 'The cache export of a page is no cache policy',
  messages: {
    shape: 'cache of {file} is no object. Write "export const cache = { scope: \'public\', maxAge: 60 }".',
    unknown: '"{name}" is no field of a cache policy. Known are scope, maxAge, sharedMaxAge, swr and tags.',
    nearField: '"{name}" is no field of a cache policy. Did you mean "{nearest}"?',
    scope: "\"{name}\" is no scope. Write 'public' for a page that is the same for everybody, else 'private'.",
    nearScope: '"{name}" is no scope. Did you mean \'{nearest}\'?',
    'no-scope':
      "The cache policy of {file} has no scope. Add scope: 'public' for a page that is the same for everybody, else 'private'.",
    'dynamic-scope':
      "Whether a page is the same for everybody must stand in its source. Write scope: 'public' or scope: 'private'.",
    seconds: '{name} is a number of seconds, 0 or more.',
    tags: "tags is a list of texts that are not empty, such as ['orders', 'order-[id]'].",
    'tag-param':
      'A tag names the parameter "{name}", which {file} does not have. Name one of its own, or leave it out.',
  },
  check(facts, report) {
    for (const fact of facts.cachePolicies) {
      const { problem, file, name, nearest, span } = fact
      const rest = { span, ...fixesOf(fact) }
      if (nearest === undefined) report(problem, { ...rest, data: { file, name } })
      else report(problem === 'scope' ? 'nearScope' : 'nearField', { ...rest, data: { name, nearest } })
    }
  },
})
