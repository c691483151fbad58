/** `fw add`: the diff, the question, the second run, files that differ, the package manager. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { RECIPES } from '../../../cli/src/add/recipe-list.ts'
import { runFw, runInTerminal } from '../support/fixture.ts'
import { createApp, type NewApp, REPOSITORY } from './new-app.ts'

let app: NewApp | undefined
afterEach(() => app?.remove())

function open(...args: string[]): NewApp {
  app = createApp(...args)
  return app
}

describe('fw add', { timeout: 120_000 }, () => {
  it('lists the recipes, also as JSON and for shell completion', async () => {
    const { fw } = open()
    const listed = await fw('add')
    expect(listed.code).toBe(0)
    expect(
      listed.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(RECIPES.map(({ name }) => name))
    const completed = await fw('__complete', 'fish', 'fw', 'add', '')
    const words = completed.stdout.split('\n').filter((word) => word !== '' && !word.startsWith('-'))
    expect(words).toEqual(RECIPES.map(({ name }) => name))
    expect(JSON.parse((await fw('add', '--json')).stdout)).toContainEqual({
      name: 'tailwind',
      description: 'Tailwind CSS 4, through PostCSS',
    })
  })

  it('an unknown name lists the known ones', async () => {
    const { code, stderr } = await open().fw('add', 'prisma')
    expect(code).toBe(1)
    expect(stderr).toContain('Unknown recipe "prisma".')
    expect(stderr).toContain('Available recipes: tailwind, drizzle, better-auth, docker, ci, mdx.')
  })

  it('without a terminal and without --yes prints a diff that git applies, and writes nothing', async () => {
    const { fw, read, root } = open()
    const before = read('package.json')
    const { code, stdout, stderr } = await fw('add', 'tailwind')
    expect(code).toBe(0)
    expect(stderr).toContain('Nothing was written. To write 3 files: fw add tailwind --yes')
    expect(read('package.json')).toBe(before)
    expect(existsSync(join(root, 'postcss.config.mjs'))).toBe(false)
    execFileSync('git', ['init', '-q', '.'], { cwd: root })
    execFileSync('git', ['apply'], { cwd: root, input: stdout })
    expect(read('src/styles.css')).toMatch(
      /^@import "tailwindcss";\n\n@layer base \{\n {2}:root \{\n {4}color-scheme: [\s\S]+\n {2}\}\n\}\n$/,
    )
    expect((await fw('add', 'tailwind')).stderr).toContain('Nothing to do: the app has tailwind already.')
  })

  it('asks in a terminal; a second run changes nothing', async () => {
    const { root, read, fw } = open()
    const no = await runInTerminal(root, ['add', 'mdx'], /Write these changes\? \[y\/N\] $/, 'n\r')
    expect(no.text).toContain('+import mdx from')
    expect(read('src/mdx.tsx')).toBe('')
    const yes = await runInTerminal(root, ['add', 'mdx'], /Write these changes\? \[y\/N\] $/, 'y\r')
    expect(yes.text).toMatch(/6 files written\.\s+Next:\s+npm install/)
    const config = read('fw.config.ts')
    expect(config).toContain("import { defineConfig } from '@fw/runtime'\nimport mdx from '@mdx-js/rollup'\n")
    expect(config).toContain(
      "  access: 'required',\n  vite: { plugins: [mdx({ jsx: true, providerImportSource: '/src/mdx.tsx' })] },\n})",
    )
    const again = await fw('add', 'mdx', '--yes')
    expect(again).toMatchObject({ code: 0, stdout: '' })
    expect(again.stderr).toContain('Nothing to do')
    expect(read('fw.config.ts')).toBe(config)
  })

  it('never overwrites a file that differs, and reports it', async () => {
    const { fw, read, write } = open()
    write('src/mdx.tsx', 'export const useMDXComponents = () => ({})\n')
    write('vite.config.ts', 'export default { plugins: [] }\n')
    const { code, stderr } = await fw('add', 'mdx', '--yes')
    expect(code).toBe(0)
    expect(stderr).toContain('2 files to change by hand:')
    expect(stderr).toContain(
      'src/mdx.tsx: The file exists and differs from the one of the recipe. Compare it with node_modules/@fw/cli/recipes/mdx/src/mdx.tsx.',
    )
    expect(stderr).toContain('vite.config.ts: Add mdx({ jsx: true')
    expect(read('src/mdx.tsx')).toBe('export const useMDXComponents = () => ({})\n')
    expect(read('fw.config.ts')).not.toContain('mdx')
    expect(read('src/routes/hello.tsx')).not.toBe('')
  })

  it('the report as JSON has the diff of each file, and the secret that is written afterwards', async () => {
    const { fw, read, write } = open()
    write('.env', 'GREETING=hello')
    const planned = JSON.parse((await fw('add', 'better-auth', '--json')).stdout)
    expect(planned).toMatchObject({ recipe: 'better-auth', written: false, byHand: [{ file: 'fw.config.ts' }] })
    const written = JSON.parse((await fw('add', 'better-auth', '--json', '--yes')).stdout)
    expect(written.written).toBe(true)
    expect(written.changes.map(({ file }: { file: string }) => file)).toEqual(
      expect.arrayContaining(['.env', 'drizzle.config.ts', 'src/auth.ts', 'src/routes/api/auth/[...path].http.ts']),
    )
    const [, secret] = /^GREETING=hello\nBETTER_AUTH_SECRET=([\w+/]{43}=)\n$/.exec(read('.env')) ?? []
    expect(secret).toBeDefined()
    const diff = written.changes.find(({ file }: { file: string }) => file === '.env').diff
    expect(diff).toContain(`+BETTER_AUTH_SECRET=${secret}`)
    expect(written.next.slice(0, 2)).toEqual(['npm install', 'npm run migration'])
  })

  it('uses the package manager of the lock file, also to install', async () => {
    const { root, write, read } = open()
    rmSync(join(root, 'Dockerfile'))
    write('pnpm-lock.yaml', '')
    const bin = join(root, '.bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'pnpm'), '#!/bin/sh\necho "$@" > installed\nexit $(cat status)\n')
    chmodSync(join(bin, 'pnpm'), 0o755)
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}` }
    expect((await runFw(root, ['add', 'docker', '--yes'])).stderr).toContain('1 file written.')
    expect(read('Dockerfile')).toContain('corepack enable && pnpm install --frozen-lockfile')
    write('status', '0')
    write('pnpm-workspace.yaml', "allowBuilds:\n  '@swc/core': false\n")
    expect(await runFw(root, ['add', 'drizzle', '--yes', '--install'], env)).toMatchObject({ code: 0 })
    expect(read('pnpm-workspace.yaml')).toBe("allowBuilds:\n  'esbuild': false\n  '@swc/core': false\n")
    expect(readFileSync(join(root, 'installed'), 'utf8')).toBe('install\n')
    write('status', '3')
    const failed = await runFw(root, ['add', 'tailwind', '--yes', '--install'], env)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('"pnpm install" exited with 3.')
    expect(read('postcss.config.mjs')).not.toBe('')
  })

  it('leaves scripts and versions of the app as they are, and keeps its configuration of PostCSS', async () => {
    const { fw, read, write } = open()
    const manifest = JSON.parse(read('package.json'))
    manifest.scripts.migration = 'my own'
    manifest.dependencies['drizzle-orm'] = '0.44.0'
    write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
    await fw('add', 'drizzle', '--yes')
    const after = JSON.parse(read('package.json'))
    expect(after.scripts.migration).toBe('my own')
    expect(after.dependencies['drizzle-orm']).toBe('0.44.0')
    expect(after.devDependencies['drizzle-kit']).toBeDefined()
    write('postcss.config.js', 'export default { plugins: {} }\n')
    const { stderr } = await fw('add', 'tailwind', '--yes')
    expect(stderr).toContain('postcss.config.js: Add the plugin @tailwindcss/postcss.')
    expect(read('postcss.config.mjs')).toBe('')
  })

  it('keeps the byte order mark and the line breaks of files', async () => {
    const { fw, read, write } = open()
    const toWindows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    const edited = ['package.json', 'fw.config.ts', 'vitest.config.ts', '.env']
    write('.env', 'GREETING=hello\n')
    for (const file of edited) write(file, toWindows(read(file)))
    const { code } = await fw('add', 'better-auth', '--yes')
    expect(code).toBe(0)
    const after = edited.map(read)
    expect(after[0]).toContain('"better-auth": "1.7.25"')
    expect(after[2]).toContain('DATABASE_URL')
    expect(after[3]).toContain('BETTER_AUTH_SECRET')
    for (const text of after) expect(text).toBe(toWindows(text.slice(1).replaceAll('\r\n', '\n')))
    expect((await fw('add', 'better-auth', '--yes')).stderr).toContain('Nothing else to do')
  })

  it.each([
    ['/* Nothing yet. */\n', '@import "tailwindcss";\n\n/* Nothing yet. */\n', false],
    [
      '@import "./a.css";\na { color: red }\n',
      '@import "tailwindcss";\n\n@import "./a.css";\na { color: red }\n',
      true,
    ],
    [
      'a {\r\n  color: red;\r\n}\r\n',
      '@import "tailwindcss";\r\n\r\n@layer base {\r\n  a {\r\n    color: red;\r\n  }\r\n}\r\n',
      false,
    ],
    [
      '\uFEFF@charset "utf-8";\r\na { color: red }\r\n',
      '\uFEFF@charset "utf-8";\r\n@import "tailwindcss";\r\n\r\na { color: red }\r\n',
      true,
    ],
  ])('rules of the app do not override the classes of Tailwind: %j', async (styles, after, byHand) => {
    const { fw, read, write } = open()
    write('src/styles.css', styles)
    const { stderr } = await fw('add', 'tailwind', '--yes')
    expect(read('src/styles.css')).toBe(after)
    expect(stderr.includes('src/styles.css: Move its rules into @layer base')).toBe(byHand)
  })

  it('tests of an app with Drizzle use a database in memory', async () => {
    const { fw, read, write } = open()
    await fw('add', 'drizzle', '--yes')
    expect(read('vitest.config.ts')).toContain("plugins: [fw()], test: { env: { DATABASE_URL: ':memory:' } } })")
    expect((await fw('add', 'drizzle', '--yes')).stderr).toContain('Nothing to do')
    expect(JSON.parse(read('package.json')).allowScripts).toEqual({ '@swc/core': false, esbuild: false })
    write('vitest.config.ts', 'export default { test: { globals: true } }\n')
    const { stderr } = await fw('add', 'drizzle', '--yes')
    expect(stderr).toContain("vitest.config.ts: Set test.env.DATABASE_URL to ':memory:'")
  })
})

it('the versions of the recipes are those that this repository tests', () => {
  for (const { dependencies, devDependencies } of RECIPES)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const manifest = readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8')
      expect([name, version]).toEqual([name, JSON.parse(manifest).version])
    }
})
