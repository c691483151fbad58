/** An npm project outside of the repository that has installed the tarball of a generated package. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { npmCommand } from '../../scripts/programs.mjs'
import { BUN } from '../servers/runtimes.ts'

const FOLDER = import.meta.dirname
const TSC = resolve(FOLDER, '../../node_modules/@typescript/native/bin/tsc')

export interface Consumer {
  readonly folder: string
  /** Compiles the programs with strict options, and returns the errors; empty without any. */
  compile(): Promise<string>
  /** Runs a compiled program, which prints JSON. */
  run(runtime: 'Node' | 'Bun' | 'Deno', program: string, ...args: readonly string[]): Promise<unknown>
  /** Returns a program as a script that defines `program`. */
  bundle(program: string): Promise<string>
  remove(): void
}

const OPTIONS = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
}

/** Packs a generated package, installs it, and writes the programs to `src`. */
export async function createConsumer(
  clientPackage: string,
  programs: Readonly<Record<string, string>>,
): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-consumer-'))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'src'))
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  write('tsconfig.json', JSON.stringify(OPTIONS))
  for (const [path, text] of Object.entries(programs)) write(join('src', path), text)
  const [npm = '', ...first] = npmCommand()
  await execute(npm, [...first, 'pack', clientPackage, '--loglevel=error'], folder)
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  await execute(npm, [...first, 'install', `./${tarball}`, '--offline', '--no-audit', '--no-fund'], folder)
  return {
    folder,
    compile: () =>
      execute(process.execPath, [TSC, '-p', '.'], folder).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      ),
    run: async (runtime, program, ...args) => {
      const [file, options] = await findRuntime(runtime)
      const { stdout } = await execute(file, [...options, join('dist', program), ...args], folder)
      return JSON.parse(stdout) as unknown
    },
    bundle: (program) => bundleFor(folder, { input: join(folder, 'dist', program), format: 'iife', name: 'program' }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function findRuntime(runtime: 'Node' | 'Bun' | 'Deno'): Promise<readonly [string, readonly string[]]> {
  if (runtime === 'Node') return [process.execPath, []]
  if (runtime === 'Bun') return [BUN, []]
  installLocked(FOLDER)
  const packages = join(FOLDER, 'node_modules/@deno')
  const [platform = ''] = readdirSync(packages)
  return [join(packages, platform, 'deno'), ['run', '--quiet', '--no-lock', '--allow-net=127.0.0.1']]
}

function execute(file: string, args: readonly string[], cwd: string) {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  return promisify(execFile)(file, args, { cwd, env: { ...env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' } })
}

interface Bundling {
  readonly input: string
  readonly format: 'iife' | 'esm'
  readonly name?: string
}

async function bundleFor(folder: string, { input, format, name }: Bundling): Promise<string> {
  const bundle = await rolldown({ cwd: folder, input, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format, ...(name !== undefined && { name }) })
  await bundle.close()
  return output[0].code
}

/** Returns the code of a program that imports from the package, by bundler. */
export async function bundleWithEach(folder: string, text: string): Promise<Readonly<Record<string, string>>> {
  installLocked(FOLDER)
  const input = join(folder, 'dist/bundled-program.js')
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(input, text)
  const output = join(folder, 'dist/esbuild.js')
  const esbuild = join(FOLDER, 'node_modules/esbuild/bin/esbuild')
  const flags = ['--bundle', '--format=esm', '--platform=browser', `--outfile=${output}`, '--log-level=error']
  // Its package has a binary for each platform, which a Node script starts.
  await execute(process.execPath, [esbuild, input, ...flags], folder)
  return { rolldown: await bundleFor(folder, { input, format: 'esm' }), esbuild: readFileSync(output, 'utf8') }
}
