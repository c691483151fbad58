import { createRule } from '../rule.ts'

/** The check must know the folders of an app without running its code. */
export const configNotStatic = createRule({
  code: 'config-not-static',
  number: 1022,
  severity: 'error',
  title: "Configuration can't be read without running it",
  messages: {
    dynamic: '"{field}" of {file} can\'t be read without running the file. Write a literal value.',
    noDefault: '{file} has no default export. Write "export default defineConfig({ … })".',
  },
  collect: ({ outline: { read } }) => read?.facts ?? [],
  check(facts, report) {
    for (const { field, problem, span } of facts)
      if (problem === 'invalid') continue
      else if (problem === 'no-default') report('noDefault', { span, data: { file: span.file } })
      else report('dynamic', { span, data: { field: field === 'default' ? 'default export' : field, file: span.file } })
  },
})
