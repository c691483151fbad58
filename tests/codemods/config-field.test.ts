import { describe, expect, it } from 'vitest'
import { addConfigField, type ConfigField, defineCodemod, runCodemod } from '../../codemods/src/index.ts'
import { appOf, filesOf } from './temporary-app.ts'

const FIELD: ConfigField = { name: 'csp', value: 'true' }

/** Adds the field to an app, twice, and returns the configuration and the outcomes. */
async function add(field: ConfigField, files: Readonly<Record<string, string>>) {
  const outcomes: string[] = []
  const codemod = defineCodemod({
    id: 'add-field',
    title: 'Adds a field.',
    transform: (app) => void outcomes.push(addConfigField(app, field)),
  })
  const root = appOf({ 'src/a.ts': '', ...files })
  await runCodemod(codemod, { root })
  const { changes } = await runCodemod(codemod, { root })
  expect(changes).toEqual([])
  return { outcomes, text: filesOf(root)['fw.config.ts'] }
}

describe('addConfigField', () => {
  it.each([
    ['several lines', "{\n  title: 'A',\n}", "{\n  title: 'A',\n  csp: true,\n}"],
    ['no comma at the end', "{\n  title: 'A'\n}", "{\n  title: 'A',\n  csp: true,\n}"],
    ['a comment at the end', "{\n  title: 'A', // a, b\n}", "{\n  title: 'A', // a, b\n  csp: true,\n}"],
    ['one line', "{ title: 'A' }", "{ title: 'A', csp: true }"],
    ['an empty object', '{}', '{ csp: true }'],
  ])('%s', async (_, before, after) => {
    const { outcomes, text } = await add(FIELD, { 'fw.config.ts': `export default defineConfig(${before})\n` })
    expect(text).toBe(`export default defineConfig(${after})\n`)
    expect(outcomes).toEqual(['added', 'present'])
  })

  it('adds imports after those of the file, and creates a missing file', async () => {
    const field = { name: 'vite', value: '{ plugins: [mdx()] }', imports: ["import mdx from '@mdx-js/rollup'"] }
    const config = "import { a } from './a.ts'\n\nexport default { title: a } satisfies Config\n"
    expect((await add(field, { 'fw.config.ts': config })).text).toBe(
      "import { a } from './a.ts'\nimport mdx from '@mdx-js/rollup'\n\nexport default { title: a, vite: { plugins: [mdx()] } } satisfies Config\n",
    )
    expect((await add(field, {})).text).toBe(
      "import { defineConfig } from '@fw/runtime'\nimport mdx from '@mdx-js/rollup'\n\nexport default defineConfig({\n  vite: { plugins: [mdx()] },\n})\n",
    )
  })

  it('does not change a configuration that is not an object in the file', async () => {
    const text = "import { config } from './config.ts'\nexport default config\n"
    expect(await add(FIELD, { 'fw.config.ts': text })).toEqual({ outcomes: ['unreadable', 'unreadable'], text })
  })
})
