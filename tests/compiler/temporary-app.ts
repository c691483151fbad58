/** An app in a temporary folder, which finds our packages like an installed one. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const REPOSITORY = resolve(import.meta.dirname, '../..')

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['fw-source'],
    paths: { csstype: [join(import.meta.dirname, 'csstype.d.ts')] },
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
  },
})

export interface TemporaryApp {
  readonly root: string
  /** Writes a file, relative to the root; `undefined` removes it. */
  write(file: string, text: string | undefined): void
}

/** Removed when the test ends; with `afterAll` as `whenDone`, when the file does. `files` by path relative to the root. */
export function temporaryApp(
  files: Readonly<Record<string, string>>,
  whenDone: (remove: () => void) => void = onTestFinished,
): TemporaryApp {
  const root = mkdtempSync(join(tmpdir(), 'fw-app-'))
  whenDone(() => rmSync(root, { recursive: true, force: true }))
  const write = (file: string, text: string | undefined): void => {
    const path = join(root, file)
    if (text === undefined) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  write('tsconfig.json', TSCONFIG)
  for (const [file, text] of Object.entries(files)) write(file, text)
  return { root, write }
}
