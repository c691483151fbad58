import { createRule } from '../rule.ts'

/** Only files directly in the server folder are api modules. */
export const nestedServerFolder = createRule({
  code: 'nested-server-folder',
  number: 1017,
  severity: 'warning',
  title: 'Nested api file is ignored',
  messages: {
    nested: '{file} is ignored, because api modules must be directly in the server folder. Move it to {suggestion}.',
  },
  collect: ({ outline: { apiFiles, config } }) =>
    apiFiles.nested.map((file) => ({ file, folder: config.serverDir ?? 'src/server' })),
  check(facts, report) {
    for (const { file, folder } of facts) {
      const inner = file.slice(folder.length + 1)
      const suggestion = `${folder}/${inner.replaceAll('/', '-')}`
      report('nested', { span: { file, start: 0, end: 0, line: 1, column: 1 }, data: { file, suggestion } })
    }
  },
})
