import { createRule } from '../diagnostic/rule.ts'

/** Only files directly in the server folder are api modules. */
export const nestedServerFolder = createRule({
  code: 'nested-server-folder',
  number: 1017,
  severity: 'warning',
  title: 'An api file lies too deep to be collected',
  messages: {
    nested:
      '{file} is not collected: api modules lie directly in the server folder, so that a tool name has two parts. Move it up, as {suggestion}.',
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
