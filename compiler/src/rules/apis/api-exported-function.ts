import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** A plain function has no guard, schema or stub. */
export const apiExportedFunction = createRule({
  code: 'api-exported-function',
  number: 1002,
  severity: 'error',
  title: 'Plain function exported from an api module',
  messages: {
    exported:
      '"{name}" is a plain function, without a guard, a schema or a client stub. Write "export const {name} = api({ run: async ({ input }: Call<Input>) => … })". If only the server uses the function, move it to another file.',
  },
  collectFile: ({ facts }) => facts.exports.filter(({ form }) => form === 'function'),
  check(facts, report) {
    for (const one of facts) report('exported', { ...pickFixes(one), span: one.span, data: { name: one.name } })
  },
})
