/** The app of a page of the guide: its code blocks that begin with a file name, written to a separate folder. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY: string = fileURLToPath(new URL('../..', import.meta.url))

export interface AppFolder {
  readonly root: string
  /** Creates missing folders too. */
  write(path: string, data: string | Uint8Array): void
  read(path: string): string
  remove(): void
}

export interface PageApp extends AppFolder {
  /** Contents of the code blocks, in the order of the page. */
  readonly files: readonly string[]
}

/** Creates a folder for the app `name`. `packages`: the only packages that it can import; default: all installed ones. */
export function createAppFolder(name: string, packages?: readonly string[]): AppFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `fw-${name}-`)))
  const write: AppFolder['write'] = (path, data) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), data)
  }
  for (const folder of packages?.map((one) => `node_modules/${one}`) ?? ['node_modules']) {
    mkdirSync(dirname(join(root, folder)), { recursive: true })
    symlinkSync(join(REPOSITORY, folder), join(root, folder))
  }
  write('package.json', `{ "name": "${name}", "private": true, "type": "module" }\n`)
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Writes the app of `docs/guide/<name>.md`, as `createAppFolder` creates it. */
export function appOfPage(name: string, packages?: readonly string[]): PageApp {
  const page = readFileSync(join(REPOSITORY, `docs/guide/${name}.md`), 'utf8')
  const app = createAppFolder(name, packages)
  const blocks = [...page.matchAll(/^```\w+\n(?:\/\/|\/\*) (\S+)(?: \*\/)?\n([\s\S]*?)^```$/gm)]
  for (const [, path = '', text = ''] of blocks) app.write(path, text)
  return { ...app, files: blocks.map(([, path = '']) => path) }
}

interface TsconfigOptions {
  /** Default: `['node']`. */
  readonly types?: readonly string[]
  readonly exclude?: readonly string[]
}

/** Returns a tsconfig.json for an app, with its generated types. */
export function createTsconfig({ types = ['node'], exclude = [] }: TsconfigOptions = {}): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'preserve',
      jsxImportSource: 'solid-js',
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types,
    },
    include: ['src', '*.ts', '.fw/types'],
    exclude,
  })
}

/** Runs the type check of an app. Returns its exit status and its output: `[0, '']` without errors. */
export function checkTypes(root: string): readonly [status: number | null, output: string] {
  const tsc = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
  const options = [tsc, '-p', root, '--pretty', 'false']
  const { status, stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  return [status, stdout]
}
