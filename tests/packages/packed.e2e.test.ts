import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, it } from 'vitest'
import { collectDocs } from '../../scripts/ship-docs.mjs'
import { packAll, REPOSITORY } from './pack.ts'

const packages = await packAll()

describe.each(packages)('the package $source', { timeout: 240_000 }, (packed) => {
  const { source } = packed
  // An app that `create-fw` writes has its own test and tables.
  const own = packed.paths.filter((path) => !path.startsWith('dist/templates/'))

  it('contains only files built from existing sources, and documentation', () => {
    const stray = own
      .filter((path) => /^dist\/(?!bundled\/)/.test(path) && !path.endsWith('.map'))
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

  it('contains only bundled modules that an entry point or a process loads', () => {
    const bundled = own.filter((path) => path.startsWith('dist/bundled/'))
    const read = (path: string) => readFileSync(join(REPOSITORY, source, path), 'utf8')
    const { exports = {} } = JSON.parse(read('package.json')) as { exports?: Record<string, { default?: string }> }
    const starts = Object.values(exports).flatMap((target) => target.default?.slice('./'.length) ?? [])
    const queue = bundled.filter((path) => starts.includes(path) || path.endsWith('-process.js'))
    expect(queue.length > 0).toBe(source === 'runtime' || source === 'compiler')
    const loaded = new Set(queue)
    for (const path of loaded)
      for (const [, name] of read(path).matchAll(/["']\.\/([^"'/]+\.js)["']/g)) {
        const next = `dist/bundled/${name}`
        if (bundled.includes(next)) loaded.add(next)
      }
    expect(bundled.filter((path) => !loaded.has(path))).toEqual([])
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
    expect(messages).toEqual([])
  })

  it('has types that match its modules, for ES module imports', async () => {
    const doors = Object.keys(packed.manifest.exports ?? {}).filter(
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
