import { nearestFix } from '#diagnostic/fix.ts'
import { describeTool } from '../contract-rule.ts'
import { createRule } from '../rule.ts'

/** A misspelled field or value would otherwise have no effect. */
export const fieldValue = createRule({
  code: 'field-value',
  number: 1062,
  severity: 'error',
  title: 'Unknown field or value in a definition',
  messages: {
    value: '"{field}" of {tool} can\'t be {written}. Write {allowed}.',
    near: "\"{field}\" of {tool} can't be {written}. Did you mean '{nearest}'? Write {allowed}.",
    unknown: '"{field}" of {tool} isn\'t a field of {kind}. The fields are {allowed}.',
    unknownNear: '"{field}" of {tool} isn\'t a field of {kind}. Did you mean "{nearest}"?',
  },
  collectFile: ({ facts }) => facts.fields,
  check(facts, report) {
    for (const fact of facts) {
      const { field, problem, span, written = '', nearest } = fact
      if (problem === 'dynamic') continue
      const { kind, fields } = KINDS[fact.of ?? 'api']
      const allowed = problem === 'unknown' ? fields : (ALLOWED[field] ?? 'a value of its type')
      const data = { tool: describeTool(fact), field, written, allowed, kind, nearest: nearest ?? '' }
      const opens = nearest !== undefined && OPENING[problem].includes(nearest)
      const fixes = opens ? {} : nearestFix(nearest, span, (name) => (problem === 'unknown' ? name : `'${name}'`))
      if (problem === 'value')
        report(nearest === undefined ? 'value' : 'near', { span, tools: [fact.tool], ...fixes, data })
      else report(nearest === undefined ? 'unknown' : 'unknownNear', { span, tools: [fact.tool], ...fixes, data })
    }
  },
})

/**
 * Names and values that a fix never writes: the tool would run without an approval, for every caller, on a GET request, at another
 * address, or for other sites.
 */
const OPENING = { value: ['auto', 'public'], unknown: ['readonly', 'http', 'cors'] }

const GUARDS = "'auto', 'confirm' or 'forbidden'"
const ALLOWED: Readonly<Record<string, string>> = {
  description: 'a string',
  title: 'Unknown field or value in a definition',
  guard: `${GUARDS}, or a function that decides at each call`,
  maxGuard: GUARDS,
  access: "'public', 'user', { scopes: ['orders:write'] }, or a function that decides at each call",
  scopes: "a list of strings, such as ['orders:write']",
  effect: "'irreversible', or leave it out",
  readonly: 'true or false',
  http: "a method and a path, such as 'PUT /articles/[slug]'",
}
const KINDS = {
  api: {
    kind: 'an api',
    fields:
      'description, title, input, output, guard, maxGuard, access, scopes, effect, invalidates, tags, readonly, http, status, cors, timeoutMs, eager, leadsTo and run',
  },
  intent: {
    kind: 'an intent',
    fields: 'description, title, input, output, guard, access, scopes, effect, state, ready and run',
  },
  action: { kind: 'an action', fields: 'description, title, input, output, guard, access, scopes, effect and run' },
}
