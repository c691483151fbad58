import { findHttpExportProblems, type HttpExportFact } from '#analyze/pages/http-modules.ts'
import { createRule } from '../rule.ts'

/** The server responds with an error to every request for such an endpoint. */
export const endpointExport = createRule({
  code: 'endpoint-export',
  number: 1140,
  severity: 'error',
  title: 'Invalid export of an endpoint',
  messages: {
    'no-handler': '{file} handles no request. Export a function GET, POST, PUT, PATCH or DELETE, or a default handler.',
    misspelled: 'The export "{name}" of {file} handles no request. Did you mean "{nearest}"?',
    'two-kinds': '{file} exports {name} and a default handler, which handles every method. Keep one of both.',
    'page-export': 'The export "{name}" of {file} is ignored, because only pages have it. Remove it.',
  },
  collect: findHttpExportProblems,
  check(facts: readonly HttpExportFact[], report) {
    for (const { problem, file, name, nearest = '', span } of facts) {
      if (problem === 'misspelled') report(problem, { span, data: { file, name, nearest } })
      else if (problem === 'no-handler') report(problem, { span, data: { file } })
      else report(problem, { span, data: { file, name } })
    }
  },
})
