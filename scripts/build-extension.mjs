// Bundles the extension for VS Code to one file. VS Code loads CommonJS and provides the module `vscode`.
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

await build({
  cwd: fileURLToPath(new URL('../cli/editors/vscode', import.meta.url)),
  input: 'src/extension.ts',
  platform: 'node',
  external: ['vscode', /^node:/],
  output: { file: 'dist/extension.cjs', format: 'cjs', exports: 'named', minify: true },
  logLevel: 'warn',
})
