/** The app's own options of Vite in a build: `vite` in `fw.config.ts`, and `vite.config.ts`. */
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { runFw } from '../../../cli/support/fixture.ts'
import { type AppCopy, buildApp, copyFixture } from '../app-copy.ts'

let app: AppCopy
afterEach(() => app.remove())

const message = async () => String((await buildApp(app.root)).answer.message)
const page = (code: string) => `export const meta = { title: 'Stamp' }\nexport default () => <p>{${code}}</p>\n`
const server = () => app.list('dist/server').map((file) => app.read(`dist/server/${file}`))
const inServer = (text: string) => server().some((code) => code.includes(text))

test('one error names every option and plugin that the framework sets itself, and what to write instead', async () => {
  app = copyFixture()
  app.write(
    'vite.config.ts',
    `export default {
  root: 'src', base: '/shop/', appType: 'spa', ssr: { noExternal: ['x'] }, test: { globals: true },
  build: { outDir: 'out', rollupOptions: { input: 'a.ts' }, target: 'es2022' },
  server: { port: 4000, fs: { strict: false, allow: ['..'] } },
  environments: { edge: {}, ssr: { build: { outDir: 'x' } } },
  plugins: [{ name: 'solid' }, [{ name: 'vite-plugin-pwa' }, { name: 'vite-plugin-pwa:build' }], { name: 'solid-start-server' }, Promise.resolve({ name: 'vite:react-babel' }), false, () => 0],
}
`,
  )
  const text = await message()
  expect(text.split('\n')).toEqual([
    'vite.config.ts has 15 problems:',
    "  root can't be set: the framework sets it. The root is the folder of fw.config.ts: run fw there.",
    "  base can't be set: the framework sets it. The app is served from the root of its origin.",
    "  appType can't be set: the framework sets it. The app is always served by the server of the framework.",
    "  ssr can't be set: the framework sets it. Write environments: { ssr: { resolve: { noExternal: […] } } }. fw build always bundles all packages without native code.",
    "  build.outDir can't be set: the framework sets it. fw build writes dist/client and dist/server.",
    "  build.rollupOptions can't be set: the framework sets it. The entries are the pages, the islands and clientEntry, and the framework splits the chunks. Write a plugin for other changes.",
    "  server.port can't be set: the framework sets it. It is a flag of fw dev: fw dev --port 4000. PORT sets it for fw start too.",
    "  server.fs.strict can't be set: the framework sets it. fw dev serves only what browser code imports. fs.allow adds folders.",
    "  environments.edge can't be set: the framework sets it. An app has the environments client, for browsers, and ssr, for the server.",
    "  environments.ssr.build can't be set: the framework sets it. Write it beside environments: it then applies to both sides.",
    '  vite-plugin-solid compiles components a second time. Remove it: the framework compiles the JSX of the app and of its plugins. Tests that need it have a vitest.config.ts.',
    '  vite-plugin-pwa precaches the HTML files of a build and registers its worker in index.html, and this app has neither. Write src/sw.ts, the offline worker of the framework, and put manifest.webmanifest into public/.',
    '  SolidStart has its own routes and server. Remove it: src/routes contains the pages.',
    '  The plugin of React compiles components a second time. Remove it: the framework compiles React islands.',
    '  plugins contains a value that is not a plugin. Call the function of the package: icons().',
  ])
  expect(app.list('dist')).toEqual([])
})

test('the field vite accepts only options of Vite that apply, and only one place has them', async () => {
  app = copyFixture()
  const config = (vite: string, before = '') =>
    app.write('fw.config.ts', `${before}export default { title: 'Fixture', data: 'memory', ${vite} }\n`)
  config("vite: { pluginz: [], css: {}, server: { port: 1 }, build: 'x' }")
  expect((await message()).split('\n')).toEqual([
    'fw.config.ts has 3 problems:',
    "  vite.pluginz isn't an option of Vite that an app may set. Did you mean plugins?",
    "  vite.server.port can't be set: the framework sets it. It is a flag of fw dev: fw dev --port 4000. PORT sets it for fw start too.",
    '  vite.build must be an object.',
  ])
  config('vite: 5')
  expect(await message()).toContain('vite must be an object with options of Vite')
  config('...rest', 'const rest = { vite: { define: { __STAMP__: "1" } } }\n')
  expect(await message()).toContain(
    "fw.config.ts doesn't contain the field vite where it exports the configuration. Write it there",
  )
  config('vite: {}')
  app.write('vite.config.mjs', 'export default {}\n')
  expect(await message()).toBe(
    'The app has options of Vite in vite.config.mjs and in the field vite of fw.config.ts. Move them to one of the two.',
  )
  app.write('vite.config.mjs', "import 'missing-plugin'\nexport default {}\n")
  rmSync(app.path('fw.config.ts'))
  expect(await message()).toContain('missing-plugin')
})

test('a plugin that fails while Vite is configured is named by its message, without a stack', async () => {
  app = copyFixture()
  app.write(
    'vite.config.ts',
    "export default { plugins: [{ name: 'words', configResolved() { throw new Error('words needs a dictionary.') } }] }\n",
  )
  for (const command of ['build', 'dev']) {
    const { code, stderr } = await runFw(app.root, command === 'dev' ? ['dev', '--port', '0'] : ['build'])
    expect(stderr).toContain(
      "Failed: Vite can't be configured with the plugins of the app. words needs a dictionary.\n",
    )
    expect(stderr).not.toMatch(/\n +at /)
    expect(code).toBe(1)
  }
})

test('fw check reports such options of fw.config.ts where they are written, and knows that plugins resolve imports', async () => {
  app = copyFixture()
  app.write(
    'fw.config.ts',
    `import { defineConfig } from '@fw/runtime'
import words from './words.mjs'
export default defineConfig({
  title: 'Fixture', favicon: '/icon.svg', data: 'memory',
  vite: {
    plugins: [words()],
    build: {
      outDir: words.name,
    },
  },
})
`,
  )
  app.write(
    'src/routes/words.tsx',
    "import text from '~words/short'\nexport const meta = { title: 'Words' }\nexport default () => <p>{text}</p>\n",
  )
  const { code, stdout } = await runFw(app.root, ['check'])
  expect(stdout).toContain('fw.config.ts:8:7 error config-invalid: ')
  expect(stdout).toContain(
    "vite.build.outDir can't be set: the framework sets it. fw build writes dist/client and dist/server.",
  )
  expect(stdout).not.toContain('~words')
  expect(code).toBe(1)
})

test('an edit of vite.config.ts, of a file that it imports and of a plugin rebuilds', async () => {
  app = copyFixture()
  app.write('src/routes/stamp.tsx', page("typeof __STAMP__ === 'undefined' ? '' : __STAMP__"))
  app.write('src/globals.d.ts', 'declare const __STAMP__: string\n')
  expect((await buildApp(app.root)).ok).toBe(true)
  app.write('stamp.mjs', "export const stamp = 'stamp-1'\n")
  app.write(
    'vite.config.ts',
    `import { stamp } from './stamp.mjs'\nexport default { define: { __STAMP__: JSON.stringify(stamp) } }\n`,
  )
  const build = async () => {
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
  }
  await build()
  expect(inServer('stamp-1')).toBe(true)
  app.write('stamp.mjs', "export const stamp = 'stamp-2'\n")
  await build()
  expect([inServer('stamp-1'), inServer('stamp-2')]).toEqual([false, true])
  app.write(
    'vite.config.ts',
    `export default { plugins: [{ name: 'stamp', enforce: 'pre', transform: (code, id) => id.includes('/stamp.tsx') ? code.replace(': __STAMP__', ': "stamp-3"').replace('typeof __STAMP__', '"string"') : null }] }\n`,
  )
  await build()
  expect([inServer('stamp-2'), inServer('stamp-3')]).toEqual([false, true])
  rmSync(app.path('vite.config.ts'))
  await build()
  expect(inServer('stamp-3')).toBe(false)
})

test('the service worker and web workers have the options, and the plugins of worker', async () => {
  app = copyFixture()
  app.write(
    'vite.config.ts',
    `const virtual = () => ({
  name: 'virtual-words',
  resolveId: (id) => (id === 'virtual:words' ? '\\0' + id : null),
  load: (id) => (id === '\\0virtual:words' ? 'export default "words-of-a-plugin"' : null),
})
export default { define: { __STAMP__: '"stamp-of-define"' }, worker: { plugins: () => [virtual()] } }
`,
  )
  app.write('src/globals.d.ts', "declare const __STAMP__: string\ndeclare module 'virtual:words'\n")
  app.write(
    'src/sw.ts',
    "import words from 'virtual:words'\nself.addEventListener('push', () => console.log(words, __STAMP__))\n",
  )
  app.write('src/components/work.ts', "import words from 'virtual:words'\npostMessage(words + __STAMP__)\n")
  app.write('src/client.ts', "new Worker(new URL('./components/work.ts', import.meta.url), { type: 'module' })\n")
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const scripts = app.list('dist/client').filter((file) => /(?:sw|work-[\w-]+)\.js$/.test(file))
  expect(scripts).toHaveLength(2)
  for (const file of scripts) {
    expect(app.read(`dist/client/${file}`)).toContain('words-of-a-plugin')
    expect(app.read(`dist/client/${file}`)).toContain('stamp-of-define')
  }
})

test('a plugin can neither load server code for browsers nor change the output', async () => {
  app = copyFixture()
  app.write('src/server/secret.ts', "export const secret = 'only-on-the-server'\n")
  app.edit('src/server/notes.api.ts', "from './notes.ts'", "from './notes.ts'\nimport './secret.ts'")
  // It loads the source of every api module, and lists its own plugin first.
  app.write(
    'vite.config.ts',
    `import { readFileSync } from 'node:fs'
export default { plugins: [{
  name: 'reader', enforce: 'pre',
  load: { order: 'pre', handler: (id) => id.endsWith('.api.ts') ? readFileSync(id, 'utf8') : null },
  config: () => ({ build: { sourcemap: 'inline' } }),
}] }
`,
  )
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const files = app.list('dist/client').map((file) => app.read(`dist/client/${file}`))
  expect(files.filter((text) => /only-on-the-server|readNotes|sourceMappingURL=data:/.test(text))).toEqual([])
  // It imports a module of the server from a module that counts as one of a package.
  app.write(
    'vite.config.ts',
    `const packaged = '/app/node_modules/packaged/index.js'
export default { plugins: [{
  name: 'importer', enforce: 'pre',
  resolveId: (id) => (id === 'packaged' ? packaged : null),
  load: (id) => (id === packaged ? 'export * from "/src/server/secret.ts"' : null),
}] }
`,
  )
  app.write('src/client.ts', "import { secret } from 'packaged'\nconsole.log(secret)\n")
  const refused = await buildApp(app.root)
  expect(refused.ok).toBe(false)
  expect(`${refused.log} ${refused.answer.message}`).toContain('src/server/secret.ts, which is in src/server')
  app.write('src/client.ts', '')
  app.write(
    'vite.config.ts',
    "export default { plugins: [{ name: 'mover', config: () => ({ base: '/elsewhere/' }), configResolved() {} }] }\n",
  )
  expect(await message()).toContain(
    'A plugin of the app sets base to "/elsewhere/", which the framework sets to "/". Remove the plugin, or that option of it.',
  )
})
