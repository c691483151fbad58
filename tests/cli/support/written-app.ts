/** An app of a test's own, run as its developer runs it: built and served by `fw start`, and served by `fw dev`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { linkPackages, type Outcome, type Running, runFw, startFw } from './fixture.ts'

export interface WrittenApp {
  readonly root: string
  write(file: string, text: string): void
  fw(...args: string[]): Promise<Outcome>
  /** Builds the app and starts the build. If the build fails, throws an error with its output. */
  start(): Promise<Running>
  dev(): Promise<Running>
  remove(): void
}

export const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
}

/** Writes an app into a folder of its own, with the repository's packages. `files` win over the defaults. */
export function writeApp(files: Readonly<Record<string, string>>): WrittenApp {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-written-')))
  linkPackages(root)
  const write = (file: string, text: string): void => {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const manifest = { name: 'written', private: true, type: 'module', dependencies: { '@fw/runtime': '*' } }
  write('package.json', JSON.stringify(manifest))
  write('tsconfig.json', JSON.stringify(TSCONFIG))
  for (const [file, text] of Object.entries(files)) write(file, text)
  return {
    root,
    write,
    fw: (...args) => runFw(root, args),
    async start() {
      const { code, stdout, stderr } = await runFw(root, ['build'])
      if (code !== 0) throw new Error(`fw build ended with ${code}:\n${stdout}\n${stderr}`)
      return startFw(root, ['start', '--port', '0'])
    },
    dev: () => startFw(root, ['dev', '--port', '0']),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
