import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectDocs } from '../../scripts/ship-docs.mjs'
import { BUN as BUN_PROGRAM } from '../servers/runtimes.ts'
import { BUN, continuous, firstDay, NODE } from './first-day.ts'
import { newcomer } from './newcomer.ts'
import { packAll, REPOSITORY } from './pack.ts'
import { npmSettings, type Registry, startRegistry } from './registry.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-pack-')))
const packages = packAll(folder)
afterAll(() => {
  // Some disks need a minute for so many files. Neither the tests nor the end of this worker wait for it.
  spawn('sh', ['-c', 'sleep 20; rm -rf "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
})

describe.each(packages)('the package $source', { timeout: 240_000 }, (packed) => {
  const { source } = packed
  // An app that `create-fw` writes has its own test and tables.
  const own = packed.paths.filter((path) => !path.startsWith('dist/templates/'))

  it('contains only files built from existing sources, and documentation', () => {
    const stray = own
      .filter((path) => /^dist\//.test(path) && !path.endsWith('.map'))
      .filter((path) => {
        const stem = path.replace(/^dist\//, 'src/').replace(/\.(?:d\.ts|js)$/, '')
        return !['.ts', '.tsx'].some((extension) => existsSync(join(REPOSITORY, source, stem + extension)))
      })
    expect(stray).toEqual([])
    const others = own.filter(
      (path) => !/^(?:dist|docs|bin|completion|ts-plugin)\/|^(?:README\.md|package\.json|LICENSE)$/.test(path),
    )
    expect(others).toEqual([])
    expect(own).toContain('README.md')
  })

  it('holds no test, and no map without its file and its sources', () => {
    expect(own.filter((path) => /\.test\.|(?:^|\/)(?:tests|__tests__)\//.test(path))).toEqual([])
    expect(packed.paths.filter((path) => /(?:^|\/)(?:node_modules|\.fw|\.env|\.gitignore)(?:\/|$)/.test(path))).toEqual(
      [],
    )
    const maps = own.filter((path) => path.endsWith('.map'))
    expect(maps.filter((path) => !own.includes(path.slice(0, -'.map'.length)))).toEqual([])
    const empty = maps.filter((path) => {
      const map = JSON.parse(readFileSync(join(REPOSITORY, source, path), 'utf8')) as { sourcesContent?: unknown[] }
      return map.sourcesContent === undefined || map.sourcesContent.includes(null)
    })
    expect(empty).toEqual([])
  })

  it('contains the documentation at the paths that apps, diagnostics and the AGENTS.md of a new app use', () => {
    const pages = [...collectDocs(REPOSITORY).keys()]
    const rules = pages.filter((path) => path.startsWith('rules/'))
    const expected = source === 'runtime' ? pages : source === 'compiler' ? rules : []
    const docs = own.filter((path) => path.startsWith('docs/')).map((path) => path.slice('docs/'.length))
    expect(docs.sort()).toEqual(expected.sort())
    const agents = readFileSync(join(REPOSITORY, 'playground/starter/AGENTS.md'), 'utf8')
    expect(agents).toContain('`node_modules/@fw/runtime/docs/README.md`')
  })

  it('passes publint without findings', async () => {
    const tarball = readFileSync(packed.tarball)
    const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength)
    const { messages } = await publint({ pack: { tarball: buffer as ArrayBuffer }, level: 'warning' })
    // Only this repository uses the condition.
    expect(messages.filter(({ path }) => !path.includes('fw-source'))).toEqual([])
  })

  it('has types that match its modules, for ES module imports', async () => {
    const doors = Object.keys(packed.manifest.exports).filter(
      (door) => !door.endsWith('.json') && !door.includes('ts-plugin'),
    )
    if (doors.length === 0) return
    const result = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)), {
      entrypoints: doors,
    })
    const problems = result.types ? result.problems : []
    // CommonJS and the module resolution of Node 10 aren't supported.
    const modules = problems.filter(
      (problem) => !('resolutionKind' in problem) || /node16-esm|bundler/.test(problem.resolutionKind),
    )
    expect(modules.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
  })
})

describe('a first day with them', { timeout: 300_000 }, () => {
  let registry: Registry
  beforeAll(async () => {
    registry = await startRegistry({ packages, lockFile: join(REPOSITORY, 'package-lock.json'), ...npmSettings() })
  })
  afterAll(() => registry?.close())

  it('CLI-01 CLI-19 on Node matches the stored transcript, from an empty folder to CI and a container', async () => {
    const terminal = newcomer(join(folder, 'node'), [dirname(process.execPath)], registry.url)
    await firstDay(terminal, NODE)
    await continuous(terminal)
    expectKept('node', terminal.text())
  })

  it('CLI-01 CLI-19 on Bun matches the stored transcript', async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['bun', 'bunx']) symlinkSync(BUN_PROGRAM, join(bin, name))
    const terminal = newcomer(join(folder, 'bun'), [bin, dirname(process.execPath)], registry.url)
    await firstDay(terminal, BUN)
    expectKept('bun', terminal.text())
  })
})

/** Compares with the stored transcript; `UPDATE=1` replaces it. */
function expectKept(name: string, text: string): void {
  const file = join(REPOSITORY, `snapshots/transcript/${name}.md`)
  if (process.env.UPDATE === '1') writeFileSync(file, text)
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
}
