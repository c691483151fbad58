/** Adds the parts of an fw app that a package lacks: dependencies, scripts, a tsconfig. */
import { readFileSync } from 'node:fs'
import type { CodemodApp } from '../codemod.ts'
import { readJson, removeMember, setMember } from './json-edit.ts'

interface NewApp {
  /** Packages that the app no longer uses. */
  readonly drop: readonly string[]
}

const SCRIPTS = { dev: 'fw dev', build: 'fw build', start: 'fw start' }
/** Version of Solid that the packages are built with. */
const SOLID = '1.9.19'

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'preserve',
  jsxImportSource: 'solid-js',
  strict: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Changes package.json and tsconfig.json. Does nothing without a package.json. */
export function becomeApp(app: CodemodApp, { drop }: NewApp): void {
  const text = app.read('package.json')
  if (text === undefined) return
  write(app, 'package.json', text, createManifest(text, drop))
  const named = ['bin', 'main', 'exports'].filter((name) => name in readJson(text))
  if (named.length > 0)
    app.leave('package.json', `Remove ${named.join(' and ')}: fw build writes dist, and fw start serves it.`)
  const config = app.read('tsconfig.json')
  if (config === undefined) app.write('tsconfig.json', newConfig())
  else write(app, 'tsconfig.json', config, createConfig(config))
}

function write(app: CodemodApp, path: string, before: string, after: string): void {
  if (after !== before) app.write(path, after)
}

function createManifest(text: string, drop: readonly string[]): string {
  const { dependencies = {} } = readJson(text) as { dependencies?: Readonly<Record<string, string>> }
  const version = ownVersion()
  const wanted = { '@fw/cli': version, '@fw/runtime': version, 'solid-js': SOLID }
  let after = drop.reduce(
    (before, name) => removeMember(removeMember(before, ['dependencies', name]), ['devDependencies', name]),
    text,
  )
  for (const [name, script] of Object.entries(SCRIPTS)) after = setMember(after, ['scripts', name], script)
  for (const [name, range] of Object.entries(wanted))
    if (!(name in dependencies)) after = setMember(after, ['dependencies', name], range)
  return setMember(after, ['type'], 'module')
}

/** Types that `fw check` writes. As `files`, they are named by `tsc` if they are missing. */
const REGISTER_FILE = '.fw/types/register.d.ts'

/** Sets the compiler options. Imports without an extension and the names in `paths` keep working. */
function createConfig(text: string): string {
  const {
    compilerOptions = {},
    files = [],
    include,
  } = readJson(text) as {
    compilerOptions?: Readonly<Record<string, unknown>>
    files?: readonly string[]
    include?: readonly string[]
  }
  const { module = 'esnext', moduleResolution = 'bundler' } = compilerOptions
  const nodeLike = /^node/i.test(String(module))
  const wanted = {
    ...(nodeLike ? {} : { module, moduleResolution: moduleResolution === 'node' ? 'bundler' : moduleResolution }),
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  }
  let after = text
  for (const gone of ['outDir', 'rootDir', 'declaration', 'incremental', 'plugins'])
    after = removeMember(after, ['compilerOptions', gone])
  for (const [name, value] of Object.entries(wanted))
    if (compilerOptions[name] !== value) after = setMember(after, ['compilerOptions', name], value)
  if (!files.includes(REGISTER_FILE)) after = setMember(after, ['files'], [...files, REGISTER_FILE])
  const included = (include ?? ['src']).filter((path) => !/next-env|\.next\/|^\*\*\//.test(path))
  const all = [...new Set([...(included.length === 0 ? ['src'] : included), 'fw.config.ts', '.fw/types'])]
  return JSON.stringify(all) === JSON.stringify(include) ? after : setMember(after, ['include'], all)
}

function newConfig(): string {
  const options = Object.entries(COMPILER_OPTIONS).map(([name, value]) => `    "${name}": ${flat(value)}`)
  return `{\n  "compilerOptions": {\n${options.join(',\n')}\n  },\n  "files": ["${REGISTER_FILE}"],\n  "include": ["src", "fw.config.ts", ".fw/types"]\n}\n`
}

function flat(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)
}

/** Returns the version of the framework packages, which is the same for all of them. */
function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version // our own package.json
}
