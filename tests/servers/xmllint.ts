/** libxml2's `xmllint`, installed with apt if possible, like Redis. */
import { spawnSync } from 'node:child_process'

/** Returns the errors of these XML documents, or an empty string if there are none. `schema`: path of an XML Schema. */
export function lintXml(documents: readonly string[], schema?: string): string {
  findXmllint()
  const grammar = schema === undefined ? [] : ['--schema', schema]
  return documents
    .map((input) => {
      const { status, stderr } = spawnSync('xmllint', ['--nonet', '--noout', ...grammar, '-'], {
        input,
        encoding: 'utf8',
      })
      return status === 0 ? '' : stderr
    })
    .join('')
}

function findXmllint(): void {
  const runs = (): boolean => spawnSync('xmllint', ['--version']).status === 0
  if (runs()) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'libxml2-utils'], { stdio: 'ignore', env })
    if (runs()) return
  }
  throw new Error('These tests need xmllint: install it ("apt-get install libxml2-utils") and run them again.')
}
