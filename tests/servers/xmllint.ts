/** libxml2's `xmllint`, installed with apt if possible, like Redis. */
import { spawnSync } from 'node:child_process'
import { requireProgram } from './require-program.ts'

/** Returns the errors of these XML documents, or an empty string if there are none. `schema`: path of an XML Schema. */
export function lintXml(documents: readonly string[], schema?: string): string {
  const xmllint = requireProgram('xmllint', 'libxml2-utils')
  const grammar = schema === undefined ? [] : ['--schema', schema]
  return documents
    .map((input) => {
      const { status, stderr } = spawnSync(xmllint, ['--nonet', '--noout', ...grammar, '-'], {
        input,
        encoding: 'utf8',
      })
      return status === 0 ? '' : stderr
    })
    .join('')
}
