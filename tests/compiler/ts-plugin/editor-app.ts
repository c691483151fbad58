/** An app in a temporary folder whose tsconfig names the plugin. */
import { join } from 'node:path'
import { type TemporaryApp, temporaryApp } from '../temporary-app.ts'

export interface EditorApp extends TemporaryApp {
  /** Absolute. */
  path(file: string): string
}

export const TSCONFIG: string = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    noEmit: true,
    types: [],
    plugins: [{ name: '@fw/compiler/ts-plugin' }],
  },
  include: ['src', 'evals', '*.ts', '.fw/types'],
})

/** Removed when the test ends. */
export function editorApp(files: Readonly<Record<string, string>>): EditorApp {
  const app = temporaryApp({ 'tsconfig.json': TSCONFIG, ...files })
  return { ...app, path: (file) => join(app.root, file) }
}
