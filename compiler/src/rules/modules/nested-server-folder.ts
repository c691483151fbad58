import { createRule } from '#diagnostic/rule.ts'

/** Only files directly in the server folder are api modules. */
export const nestedServerFolder = createRule({
  code: 'nested-server-folder',
  number: 1017,
  severity: 'warning',
  title: 'Nested api file is ignored',
  messages: {
    nested: '{file} is ignored, because api modules must be directly in the server folder. Move it to {suggestion}.',
  },
  check(facts, report) {
    for (const { file, span } of facts.nestedApiFiles) {
      const folder = facts.model.config.serverDir ?? 'src/server'
      const inner = file.slice(folder.length + 1)
      const suggestion = `${folder}/${inner.replaceAll('/', '-')}`
      report('nested', { span, data: { file, suggestion } })
    }
  },
})
