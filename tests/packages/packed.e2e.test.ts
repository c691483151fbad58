import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, it } from 'vitest'
import { collectDocs } from '../../scripts/ship-docs.mjs'
import { packAll, REPOSITORY } from './pack.ts'

const packages = await packAll()

/** Largest size of each tarball, and of its files, in kB. A package that grows beyond it needs a reason. */
const BUDGETS: Readonly<Record<string, readonly [number, number]>> = {
  // With live data, Postgres, the marks of conversations, the runtime part of generated clients, and the guide and the protocol server of coding agents.
  runtime: [3950, 13_900],
  // With the tools for coding agents, the comparison of contracts, the generator of clients, and builds for seven platforms.
  compiler: [3400, 13_300],
  // With the graph of Express routers, which finds the checks before each route.
  codemods: [250, 1000],
  // With generated clients, the comparison of contracts, and `fw mcp`.
  cli: [345, 1250],
  // The starter, four templates and nine examples.
  'cli/create': [320, 980],
}

describe.each(packages)('the package $source', { timeout: 240_000 }, (packed) => {
  const { source } = packed
  // An app that `create-fw` writes has its own test and tables.
  const own = packed.paths.filter((path) => !path.startsWith('dist/templates/'))

  it('contains only files built from existing sources, and documentation', () => {
    const stray = own
      // `runtime.js` and its declarations are entry points of generated clients, beside the modules of them.
      .filter((path) => /^dist\/(?!bundled\/|client-package\/runtime\.)/.test(path) && !path.endsWith('.map'))
      .filter((path) => {
        const stem = path.replace(/^dist\/(?:client-package\/runtime\/)?/, 'src/').replace(/\.(?:d\.ts|js)$/, '')
        return !['.ts', '.tsx'].some((extension) => existsSync(join(REPOSITORY, source, stem + extension)))
      })
    expect(stray).toEqual([])
    const others = own.filter(
      (path) => !/^(?:dist|docs|bin|completion|recipes|ts-plugin)\/|^(?:README\.md|package\.json|LICENSE)$/.test(path),
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
    const read = (path: string) => JSON.parse(readFileSync(join(REPOSITORY, source, path), 'utf8')) as SourceMap
    const empty = maps.filter((path) => read(path).sourcesContent?.every((content) => content !== null) !== true)
    expect(empty).toEqual([])
    const folder = join(REPOSITORY, source, 'src/')
    const foreign = maps.filter((path) =>
      read(path).sources.some((name) => !resolve(REPOSITORY, source, dirname(path), name).startsWith(folder)),
    )
    expect(foreign).toEqual([])
  })

  it('stays within its size', () => {
    const [size, unpackedSize] = BUDGETS[source] ?? []
    expect(packed.size / 1000).toBeLessThanOrEqual(size ?? 0)
    expect(packed.unpackedSize / 1000).toBeLessThanOrEqual(unpackedSize ?? 0)
  })

  it('contains no path of the machine that packed it, and the license', () => {
    const unpacked = mkdtempSync(join(tmpdir(), 'fw-unpacked-'))
    try {
      execFileSync('tar', ['-xzf', packed.tarball, '-C', unpacked, '--strip-components=1'])
      const folders = [REPOSITORY, homedir(), tmpdir()].map((folder) => folder.replace(/\/?$/, '/'))
      const found = packed.paths.filter((path) => {
        const text = readFileSync(join(unpacked, path), 'utf8')
        return folders.some((folder) => text.includes(folder))
      })
      expect(found).toEqual([])
      expect(readFileSync(join(unpacked, 'LICENSE'), 'utf8')).toBe(readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8'))
    } finally {
      rmSync(unpacked, { recursive: true })
    }
  })

  it('contains every file that its manifest names', () => {
    const { exports, imports, bin } = packed.manifest
    const targets = [exports, imports, bin].flatMap(listTargets)
    expect(targets.length).toBeGreaterThan(0)
    const missing = targets
      .map((target) => target.slice('./'.length))
      .filter((target) => {
        const [start = '', end = ''] = target.split('*')
        return !packed.paths.some((path) =>
          target.includes('*') ? path.startsWith(start) && path.endsWith(end) : path === target,
        )
      })
    expect(missing).toEqual([])
  })

  it('describes itself, and has nothing that only this repository uses', () => {
    const { scripts, devDependencies, ...manifest } = packed.manifest
    expect([scripts, devDependencies]).toEqual([undefined, undefined])
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^[A-Z].{30,120}\.$/),
      keywords: expect.arrayContaining(['fw', 'typescript']),
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
    })
    const text = JSON.stringify(manifest)
    expect(text).not.toMatch(/fw-source|file:|workspace:|registry/)
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
    expect(modules).toEqual([])
  })
})

interface SourceMap {
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
}

/** Returns the files in a field of a manifest, in all conditions. */
function listTargets(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTargets) : []
}
