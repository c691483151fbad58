import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, describe, expect, it } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fw-pack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** What `npm pack` makes of a package, and the files in it. */
function pack(source: string): { readonly tarball: string; readonly paths: readonly string[] } {
  const args = ['pack', '--json', '--pack-destination', folder]
  const printed = execFileSync('npm', args, {
    cwd: join(REPOSITORY, source),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const all = JSON.parse(printed) as readonly Packed[] | Readonly<Record<string, Packed>> // by name since npm 11.19
  const packed = Object.values(all)[0] as Packed // one package was asked for
  return { tarball: join(folder, packed.filename), paths: packed.files.map(({ path }) => path) }
}

describe.each(['runtime', 'compiler', 'codemods', 'cli', 'cli/create'])(
  'the package %s',
  { timeout: 240_000 },
  (source) => {
    const packed = pack(source)
    // An app that `create-fw` writes has a test and tables of its own.
    const own = packed.paths.filter((path) => !path.startsWith('dist/templates/'))

    it('holds what was built from a source that is there, and what people read', () => {
      const stray = own
        .filter((path) => /^dist\//.test(path) && !path.endsWith('.map'))
        .filter((path) => {
          const stem = path.replace(/^dist\//, 'src/').replace(/\.(?:d\.ts|js)$/, '')
          return !['.ts', '.tsx'].some((extension) => existsSync(join(REPOSITORY, source, stem + extension)))
        })
      expect(stray).toEqual([])
      const others = own.filter(
        (path) => !/^(?:dist|docs|bin|ts-plugin)\/|^(?:README\.md|package\.json|LICENSE)$/.test(path),
      )
      expect(others).toEqual([])
      expect(own).toContain('README.md')
    })

    it('holds no test, and no map without its file and its sources', () => {
      expect(own.filter((path) => /\.test\.|(?:^|\/)(?:tests|__tests__)\//.test(path))).toEqual([])
      expect(
        packed.paths.filter((path) => /(?:^|\/)(?:node_modules|\.fw|\.env|\.gitignore)(?:\/|$)/.test(path)),
      ).toEqual([])
      const maps = own.filter((path) => path.endsWith('.map'))
      expect(maps.filter((path) => !own.includes(path.slice(0, -'.map'.length)))).toEqual([])
      const empty = maps.filter((path) => {
        const map = JSON.parse(readFileSync(join(REPOSITORY, source, path), 'utf8')) as { sourcesContent?: unknown[] }
        return map.sourcesContent === undefined || map.sourcesContent.includes(null)
      })
      expect(empty).toEqual([])
    })

    it('is one that publint finds nothing in', async () => {
      const tarball = readFileSync(packed.tarball)
      const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength)
      const { messages } = await publint({ pack: { tarball: buffer as ArrayBuffer }, level: 'warning' })
      // The condition is one that only this repository asks by.
      expect(messages.filter(({ path }) => !path.includes('fw-source'))).toEqual([])
    })

    it('has types that are those of its modules, for whoever imports modules', async () => {
      const { exports } = JSON.parse(
        readFileSync(join(REPOSITORY, dirname(join(source, 'x')), 'package.json'), 'utf8'),
      ) as {
        exports: Readonly<Record<string, unknown>>
      }
      const doors = Object.keys(exports).filter((door) => !door.endsWith('.json') && !door.includes('ts-plugin'))
      if (doors.length === 0) return
      const result = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)), {
        entrypoints: doors,
      })
      const problems = result.types ? result.problems : []
      // CommonJS and the resolution of Node 10 are not promised.
      const modules = problems.filter(
        (problem) => !('resolutionKind' in problem) || /node16-esm|bundler/.test(problem.resolutionKind),
      )
      expect(modules.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
    })
  },
)
