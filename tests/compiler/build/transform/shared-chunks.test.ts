import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { sharedChunks } from '../../../../compiler/src/build/transform/shared-chunks.ts'

/** Builds the files, of which those named `island-*` are entries. Returns the modules and the code of each chunk. */
async function bundle(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-chunks-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'server'))
  for (const [name, code] of Object.entries(files)) writeFileSync(join(root, name), code)
  const names = Object.keys(files).filter((name) => name.startsWith('island-'))
  const isApp = (file: string) => file.startsWith(root)
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [sharedChunks(isApp)],
    build: {
      write: false,
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name.replace('.ts', ''), join(root, name)])),
        preserveEntrySignatures: 'allow-extension',
        external: /^solid-js|^@fw/,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting: { groups: [] } },
      },
    },
  })) as Rolldown.RolldownOutput // one output, and no watch mode
  const chunks = result.output.filter((item) => item.type === 'chunk')
  const modules = (chunk: Rolldown.OutputChunk) => chunk.moduleIds.map((id) => id.slice(root.length + 1)).sort()
  return new Map(chunks.map((chunk) => [chunk.fileName, { code: chunk.code, modules: modules(chunk) }]))
}

const PART = (name: string) => `
import { template as _$template, delegateEvents as _$delegateEvents } from 'solid-js/web'
var _tmpl$ = /*#__PURE__*/ _$template('<b>${name}')
export function ${name}() { return _tmpl$() }
_$delegateEvents(['click'])
`
const island = (...names: string[]) =>
  `${names.map((name) => `import { ${name} } from './${name}.ts'`).join('\n')}\nexport const used = () => [${names}]`

test('small modules that several islands share are one file', async () => {
  const chunks = await bundle({
    'One.ts': PART('One'),
    'Two.ts': PART('Two'),
    'island-a.ts': island('One', 'Two'),
    'island-b.ts': island('One', 'Two'),
    'island-c.ts': island('Two'),
  })
  expect([...chunks.keys()].sort()).toEqual(['island-a.js', 'island-b.js', 'island-c.js', 'shared.js'])
  expect(chunks.get('shared.js')?.modules).toEqual(['One.ts', 'Two.ts'])
})

test('a page loads neither a module with an effect nor much code that it does not use', async () => {
  const long = `${PART('Long')}\nexport const text = '${'x'.repeat(2_200)}'`
  const other = `${PART('Other')}\nexport const text = '${'y'.repeat(2_200)}'`
  const chunks = await bundle({
    'Effect.ts': `export const Effect = []\nglobalThis.effect = 1\n`,
    'Long.ts': long,
    'One.ts': PART('One'),
    'Other.ts': other,
    'island-a.ts': island('Effect', 'Long', 'One', 'Other'),
    'island-b.ts': island('Effect', 'Long', 'One', 'Other'),
    'island-c.ts': island('One'),
    'island-d.ts': island('Other'),
    'island-e.ts': island('Long'),
  })
  const find = (name: string) => [...chunks.values()].find(({ modules }) => modules.includes(name))?.modules
  expect(find('Effect.ts')).toEqual(['Effect.ts'])
  expect(chunks.get('island-c.js')?.code).not.toMatch(/Effect/)
  // Both together would be too much for the islands that use only one.
  expect(find('Long.ts')).not.toEqual(find('Other.ts'))
})

test('a module that only calls apis is not loaded by pages without calls', async () => {
  const chunks = await bundle({
    'One.ts': PART('One'),
    'order.ts': `import { stub as _$stub } from '@fw/runtime/compiled'\nexport const order = /*#__PURE__*/ _$stub('api.order')`,
    'island-a.ts': island('One', 'order'),
    'island-b.ts': island('One', 'order'),
    'island-c.ts': island('One'),
  })
  expect([...chunks.values()].filter(({ modules }) => modules.length > 1)).toEqual([])
})
