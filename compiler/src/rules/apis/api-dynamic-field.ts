import { replacement } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The build creates manifests, reports and stubs without running the app. */
export const apiDynamicField = createRule({
  code: 'api-dynamic-field',
  number: 1018,
  severity: 'error',
  title: "Field of an api can't be read at build time",
  messages: {
    definition:
      'The definition of {tool} isn\'t an object literal, so the build can\'t read its guard and scopes. Write "api({ … })" with its fields, without spreads or computed names.',
    field:
      'The field "{field}" of {tool} can\'t be read at build time. Write a literal or a constant of the same file{choice}.',
  },
  collectFile: ({ facts }) => facts.fields.filter(({ problem }) => problem === 'dynamic'),
  check(facts, report) {
    for (const { tool, field, span, written } of facts)
      if (field === 'definition') report('definition', { span, tools: [tool], data: { tool } })
      else {
        // Only a guard may be a function.
        const fix = field === 'guard' && written !== undefined
        const fixes = fix ? [replacement('Decide at each call', span, `() => (${written})`)] : undefined
        report('field', {
          span,
          tools: [tool],
          ...(fixes && { fixes }),
          data: { tool, field, choice: CHOICES[field] ?? '' },
        })
      }
  },
})

const CHOICES: Readonly<Record<string, string>> = {
  guard: `: 'auto', 'confirm' or 'forbidden', or a function that decides at each call`,
  effect: `: 'irreversible'`,
  access: `: 'public', 'user' or { scopes: ['orders:write'] }, or a function that decides at each call`,
  scopes: `: ['orders:write']`,
  http: `: 'PUT /articles/[slug]'`,
}
