import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** An environment variable is one text: its type must say how that text is read. */
export const envType = createRule({
  code: 'env-type',
  number: 1027,
  severity: 'error',
  title: 'The environment cannot have this type',
  messages: {
    missing: 'src/env.ts exports no type "Env". Write "export interface Env { … }" with one member for each variable.',
    'not-object': '"Env" must be an object type with one member for each variable, and without an index signature.',
    name: '"{name}" cannot be the name of an environment variable. Use letters, digits and "_".',
    ambiguous:
      '"{name}" can be of several kinds, and its text does not say which. Write one of them, such as string or number.',
    untyped: '"{name}" can be anything. Write its type, such as string.',
    null: '"{name}" can be null, which no environment variable is. Make the member optional instead.',
  },
  check(facts, report) {
    for (const fact of facts.env) report(fact.problem, { span: fact.span, ...fixesOf(fact), data: { name: fact.name } })
  },
})
