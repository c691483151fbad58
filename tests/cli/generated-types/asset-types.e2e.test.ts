/**
 * Files with a query (`?raw`), `import.meta.glob`, `VITE_` variables, web workers and aliases: in the editor's types, in
 * `fw dev`, in a build and in tests of the app.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Running } from '../support/fixture.ts'
import { TSCONFIG, writeApp } from '../support/written-app.ts'

const TSC = fileURLToPath(new URL('../../../node_modules/@typescript/native/bin/tsc', import.meta.url))
const OPTIONS = { ...TSCONFIG.compilerOptions, types: ['node'], paths: { '~/*': ['./src/*'] } }

const app = writeApp({
  'package.json': JSON.stringify({
    name: 'assets',
    private: true,
    type: 'module',
    dependencies: { '@fw/runtime': '*', 'solid-js': '*' },
    devDependencies: { vitest: '*' },
  }),
  'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['src', 'tests', '.fw/types'] }),
  '.env': 'VITE_NAME=Harbour\nSECRET_NAME=hidden\n',
  'vitest.config.ts':
    "import { fw } from '@fw/cli/vitest'\nimport { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ plugins: [fw()] })\n",
  'src/content/tea.md': '# Tea\n',
  'src/content/mate.md': '# Mate\n',
  'src/words.ts': "export const GREETING: string = 'Good tide'\n",
  'src/panel.module.css': '.panel { color: red; }\n',
  'src/components/sum-task.ts':
    'onmessage = ({ data }: MessageEvent<number[]>) => postMessage(data.reduce((sum, one) => sum + one, 0))\n',
  'src/components/sum.tsx': `import { createSignal } from 'solid-js'
import { GREETING } from '~/words.ts'

export function Sum() {
  const [sum, setSum] = createSignal<number>()
  const start = () => {
    const worker = new Worker(new URL('./sum-task.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }) => setSum(data)
    worker.postMessage([1, 2, 3])
  }
  return (
    <button type="button" onClick={start}>
      {GREETING}, {import.meta.env.VITE_NAME}: {sum()}
    </button>
  )
}
`,
  'src/routes/index.tsx': `import { Sum } from '~/components/sum.tsx'
import tea from '../content/tea.md?raw'
import styles from '../panel.module.css'

const now = import.meta.glob<string>('../content/*.md', { query: '?raw', import: 'default', eager: true })
const later = import.meta.glob<string>('../content/*.md', { query: '?raw', import: 'default' })
const secret: unknown = import.meta.env.SECRET_NAME

export default async function Home() {
  const mate = await later['../content/mate.md']?.()
  return (
    <main class={styles.panel}>
      <p>{[tea.trim(), mate?.trim(), Object.keys(now).length, String(secret), import.meta.env.SSR].join('|')}</p>
      <Sum />
    </main>
  )
}
`,
  'tests/home.test.ts': `import { createTestApp, renderPage } from '@fw/runtime/testing'
import { expect, it } from 'vitest'
import tea from '../src/content/tea.md?raw'
import { GREETING } from '~/words.ts'

it('renders', async () => {
  const app = await createTestApp()
  const { html } = await renderPage(app, '/')
  // Vitest's own import.meta.env has all variables.
  expect(html).toContain('# Tea|# Mate|2|')
  expect(html).toContain('Harbour')
  expect([tea, GREETING]).toEqual(['# Tea\\n', 'Good tide'])
  await app.close()
})
`,
})
afterAll(() => app.remove())

/** Loads the page: it has the contents of files, and the variables with the prefix only. */
async function expectPage(server: Running): Promise<void> {
  const html = await (await fetch(server.url)).text()
  expect(html).toContain('# Tea|# Mate|2|undefined|true')
  expect(html).toMatch(/Good tide.*Harbour/)
  await server.stop('SIGTERM')
}

describe('files, variables and aliases', { timeout: 120_000 }, () => {
  it('have types in the editor, without a declaration of the app', async () => {
    expect(await app.fw('check')).toMatchObject({ code: 0, stdout: '' })
    expect(execFileSync(process.execPath, [TSC, '-p', '.'], { cwd: app.root, encoding: 'utf8' })).toBe('')
    app.write('src/wrong.ts', "import tea from './content/tea.md?raw'\nexport const size: number = tea\n")
    expect(() => execFileSync(process.execPath, [TSC, '-p', '.'], { cwd: app.root, stdio: 'pipe' })).toThrow()
    app.write('src/wrong.ts', '')
  })

  it('types of Vite that the app names itself are not declared twice', () => {
    const own = { compilerOptions: { ...OPTIONS, types: ['node', 'vite/client'], skipLibCheck: false } }
    app.write('tsconfig.own.json', JSON.stringify({ ...own, files: [join(app.root, '.fw/types/assets.d.ts')] }))
    expect(execFileSync(process.execPath, [TSC, '-p', 'tsconfig.own.json'], { cwd: app.root, encoding: 'utf8' })).toBe(
      '',
    )
  })

  it('work in fw dev', async () => expectPage(await app.dev()))

  it('work in a build, also the variables that only the build had', async () => expectPage(await app.start()))

  it('work in tests of the app', async () => {
    const { code, stdout, stderr } = await app.fw('test')
    expect(code, stdout + stderr).toBe(0)
  })
})
