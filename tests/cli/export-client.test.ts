/** `fw export client`: what it writes, removes and refuses. `tests/client-package` uses the packages. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp } from './support/fixture.ts'

const AUDIT = `import { api } from '@fw/runtime'

/** Reads who did what. */
export const read = api({ scopes: ['admin'], readonly: true, run: () => ({ lines: ['added'] }) })
`

interface Report {
  name: string
  version: string
  functions: string[]
  written: string[]
  removed: string[]
  unchanged: string[]
}

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
  app.write('src/server/audit.api.ts', AUDIT)
  app.write('package.json', JSON.stringify({ name: 'notes', version: '3.1.4', license: 'MIT', type: 'module' }))
})
afterAll(() => app.remove())

const exportClient = (...args: string[]) => app.fw('export', 'client', ...args)
const read = (...path: string[]) => readFileSync(join(app.root, ...path), 'utf8')
const listAll = (folder: string) => readdirSync(join(app.root, folder), { recursive: true, encoding: 'utf8' }).sort()
const exportTo = async (...args: string[]): Promise<Report> => {
  const { code, stdout, stderr } = await exportClient(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Report
}

// Each test starts a compiler in a process of its own.
describe('fw export client', { timeout: 120_000 }, () => {
  it('follows no link in its folder, and writes nothing then', async () => {
    mkdirSync(join(app.root, 'elsewhere'), { recursive: true })
    const outside = (name: string) => join(app.root, 'elsewhere', name)
    writeFileSync(outside('index.js'), 'not of the package')
    await exportTo('--out', 'packages/linked')
    for (const [link, target] of [
      ['README.md', 'broken.md'],
      ['modules', '.'],
      ['runtime.js', 'index.js'],
    ] as const) {
      const place = join(app.root, 'packages/linked', link)
      renameSync(place, `${place}.own`)
      symlinkSync(outside(target), place)
      const before = listAll('packages/linked')
      const { code, stderr } = await exportClient('--out', 'packages/linked', '--version', '9.9.9')
      expect([code, stderr]).toEqual([1, expect.stringContaining(`packages/linked contains ${link}, which is a link.`)])
      expect(listAll('packages/linked')).toEqual(before)
      expect(readdirSync(join(app.root, 'elsewhere'))).toEqual(['index.js'])
      expect(read('elsewhere/index.js')).toBe('not of the package')
      rmSync(place)
      renameSync(`${place}.own`, place)
    }
    symlinkSync('linked', join(app.root, 'packages/link'))
    expect((await exportTo('--out', 'packages/link', '--name', 'linked')).written).toEqual([])
  })

  it('writes a package, then nothing, then only what has changed, and removes what is outdated', async () => {
    const first = await exportTo('--out', 'packages/notes-client')
    expect(first).toMatchObject({ name: 'notes-client', version: '3.1.4', removed: [], unchanged: [] })
    expect(first.functions).toContain('api.audit.read')
    const manifest = JSON.parse(read('packages/notes-client/package.json')) as {
      exports: object
      dependencies?: object
    }
    expect(manifest).toMatchObject({ name: 'notes-client', license: 'MIT', sideEffects: false, type: 'module' })
    expect(Object.keys(manifest.exports)).toContain('./audit')
    expect(manifest.dependencies).toBeUndefined()
    expect(read('packages/notes-client/modules/audit.d.ts')).toContain('Reads who did what.')

    const second = await exportTo('--out', 'packages/notes-client')
    expect(second).toMatchObject({ written: [], removed: [] })
    expect(second.unchanged).toHaveLength(first.written.length)

    mkdirSync(join(app.root, 'packages/notes-client/own'))
    writeFileSync(join(app.root, 'packages/notes-client/own/notes.md'), 'Mine.')
    app.write('src/server/audit.api.ts', '')
    const third = await exportTo('--out', 'packages/notes-client')
    expect(third.removed.sort()).toEqual(['modules/audit.d.ts', 'modules/audit.js'])
    expect(third.written).toContain('index.js')
    expect(third.written).not.toContain('runtime.js')
    expect(read('packages/notes-client/own/notes.md')).toBe('Mine.')
    app.write('src/server/audit.api.ts', AUDIT)
  })

  it('--public leaves out the functions that an anonymous caller may not call', async () => {
    const { functions } = await exportTo('--out', 'public-client', '--public')
    expect(functions).toContain('api.notes.add')
    expect(functions).not.toContain('api.audit.read')
    expect(existsSync(join(app.root, 'public-client/modules/audit.js'))).toBe(false)
  })

  it('keeps the name of the package in the folder, and takes a name and a version', async () => {
    const named = await exportTo('--out', 'named', '--name', '@acme/notes', '--version', '1.0.0-beta.2')
    expect(named).toMatchObject({ name: '@acme/notes', version: '1.0.0-beta.2' })
    expect(await exportTo('--out', 'named')).toMatchObject({ name: '@acme/notes', version: '3.1.4' })
    expect(read('named/README.md')).toContain("from '@acme/notes/")
  })

  it('refuses a folder with other files, and changes none of them', async () => {
    mkdirSync(join(app.root, 'other'))
    writeFileSync(join(app.root, 'other/index.js'), 'mine')
    const { code, stderr } = await exportClient('--out', 'other')
    expect(code).toBe(1)
    expect(stderr).toContain("other isn't empty, and isn't a package that fw export client has written.")
    expect(stderr).toContain('Choose an empty folder with --out, or remove this one.')
    expect(readdirSync(join(app.root, 'other'))).toEqual(['index.js'])
  })

  it('refuses to replace a file that it has not written, and a list of files that names others', async () => {
    const { written } = await exportTo('--out', 'mixed', '--public')
    expect(written).toContain('.fw-client.json')
    writeFileSync(join(app.root, 'mixed/modules/audit.js'), 'mine')
    const { code, stderr } = await exportClient('--out', 'mixed')
    expect(code).toBe(1)
    expect(stderr).toContain('mixed contains modules/audit.js, which fw export client has not written.')
    expect(read('mixed/modules/audit.js')).toBe('mine')

    writeFileSync(join(app.root, 'mixed/.fw-client.json'), JSON.stringify({ files: ['../package.json'] }))
    const outside = await exportClient('--out', 'mixed')
    expect(outside.code).toBe(1)
    expect(outside.stderr).toContain("isn't a package that fw export client has written")
    expect(existsSync(join(app.root, 'package.json'))).toBe(true)
  })

  it.each([
    [[], 'fw export client needs the folder of the package.', 'such as --out packages/shop-client'],
    [['--out', 'x', '--name', 'Notes Client'], '"Notes Client" isn\'t a name of an npm package.', '--name @acme/'],
    [['--out', 'x', '--version', 'latest'], '"latest" isn\'t a version of an npm package.', '--version 1.4.0'],
    [['--out', 'x', '--format', 'yaml'], "--format doesn't apply to fw export client.", 'Leave it out.'],
  ])('with %j reports what to do', async (args, title, fix) => {
    const { code, stdout, stderr } = await exportClient(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(title)
    expect(stderr).toContain(fix)
    expect(existsSync(join(app.root, 'x'))).toBe(false)
  })

  it('reports flags of a client with fw export openapi', async () => {
    const { code, stderr } = await app.fw('export', 'openapi', '--json')
    expect(code).toBe(1)
    expect(stderr).toContain("--json doesn't apply to fw export openapi.")
  })
})
