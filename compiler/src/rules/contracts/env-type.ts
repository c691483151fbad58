import type { EnvFact } from '#analyze/environment.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** An environment variable is a string, so its type must define how to convert it. */
export const envType = createRule({
  code: 'env-type',
  number: 1027,
  severity: 'error',
  title: 'Unsupported type of an environment variable',
  messages: {
    missing:
      'src/env.ts doesn\'t export a type "Env". Write "export interface Env { … }" with one member for each variable.',
    'not-object': '"Env" must be an object type with one member for each variable, and without an index signature.',
    name: '"{name}" isn\'t a valid name of an environment variable. Use letters, digits and "_".',
    ambiguous:
      'The type of "{name}" is ambiguous, because the string of the variable could be read as several types. Write one of them, such as string or number.',
    untyped: '"{name}" accepts any value. Write its type, such as string.',
    null: '"{name}" can\'t be null, because an environment variable is a string. Make the member optional instead.',
  },
  collect: ({ env }) => env?.facts ?? [],
  check(facts: readonly EnvFact[], report) {
    for (const fact of facts) report(fact.problem, { span: fact.span, ...pickFixes(fact), data: { name: fact.name } })
  },
})
