import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type AppCopy, copyApp } from './support/fixture.ts'

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
  app.write('src/server/audit.api.ts', AUDIT)
})
afterAll(() => app.remove())

const AUDIT = `import { api } from '@fw/runtime'

/** Reads who did what. */
export const read = api({ scopes: ['admin'], readonly: true, run: () => ({ lines: ['added'] }) })
`

interface Document {
  openapi: string
  info: { version: string; license?: object }
  paths: Record<string, object>
  components: { schemas: Record<string, object> }
}

// Each test starts a compiler in a process of its own.
describe('fw export openapi', { timeout: 120_000 }, () => {
  it('prints every function, and writes the same as YAML', async () => {
    app.write('package.json', JSON.stringify({ name: 'notes', version: '3.1.4', license: 'MIT', type: 'module' }))
    const { code, stdout } = await app.fw('export', 'openapi')
    expect(code).toBe(0)
    const document = JSON.parse(stdout) as Document
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ version: '3.1.4', license: { name: 'MIT', identifier: 'MIT' } })
    expect(Object.keys(document.paths)).toContain('/_fw/api/notes.add')
    expect(Object.keys(document.paths)).toContain('/_fw/api/audit.read')
    expect(document.components.schemas.Add).toMatchObject({
      properties: { text: { description: 'What to write down.' } },
      required: ['text'],
    })
    const yaml = await app.fw('export', 'openapi', '--format', 'yaml', '--out', 'openapi.yaml')
    expect([yaml.code, yaml.stdout]).toEqual([0, ''])
    expect(yaml.stderr).toContain('Wrote openapi.yaml')
    const written = readFileSync(join(app.root, 'openapi.yaml'), 'utf8')
    expect(parse(written)).toEqual(document)
  })

  it('--public leaves out the functions that an anonymous caller may not call', async () => {
    const { stdout } = await app.fw('export', 'openapi', '--public')
    const { paths } = JSON.parse(stdout) as Document
    expect(Object.keys(paths)).toContain('/_fw/api/notes.add')
    expect(Object.keys(paths)).not.toContain('/_fw/api/audit.read')
  })

  it('reports another format, and another kind of document', async () => {
    const format = await app.fw('export', 'openapi', '--format', 'xml')
    expect([format.code, format.stdout]).toEqual([1, ''])
    expect(format.stderr).toContain('Write --format json or --format yaml.')
    const kind = await app.fw('export', 'graphql')
    expect(kind.code).toBe(1)
    expect(kind.stderr).toContain('Write fw export openapi, or fw export client.')
  })
})
