import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Codemod, type CodemodApp, defineCodemod } from '../../codemods/src/codemod.ts'
import { runCodemod, runCodemods } from '../../codemods/src/run.ts'
import { setMember } from '../../codemods/src/syntax/json-edit.ts'
import { renameExport } from '../../codemods/src/syntax/rename-export.ts'
import { appOf, filesOf } from './temporary-app.ts'

const codemod = (id: string, transform: (app: CodemodApp) => void): Codemod =>
  defineCodemod({ id, title: 'A change.', release: '0.2.0', transform })

const rename = (from: string, to: string) =>
  codemod('rename-import', (app) => {
    for (const file of app.sources) renameExport(file, app.edit(file), { module: '@fw/runtime', from, to })
  })
const renameImport = rename('oldName', 'newName')

const OURS = `// kept comment\nimport { oldName as x } from '@fw/runtime'\n\nexport const y   =   x\n`
const FOREIGN = `import { oldName } from 'elsewhere'\nexport const z = oldName\n`

it('changes matching code only, leaves third-party code and formatting alone, and changes nothing the second time', async () => {
  const generated = { 'node_modules/p/c.ts': OURS, 'dist/d.js': OURS, '.fw/e.ts': OURS, '.next/f.js': OURS }
  const root = appOf({ 'src/a.ts': OURS, 'src/b.tsx': FOREIGN, ...generated })
  const written = statSync(join(root, 'src/b.tsx')).mtimeMs
  const { changes } = await runCodemod(renameImport, { root })
  expect(changes.map(({ file }) => file)).toEqual(['src/a.ts'])
  expect(filesOf(root)).toEqual({ 'src/a.ts': OURS.replace('oldName', 'newName'), 'src/b.tsx': FOREIGN, ...generated })
  expect(statSync(join(root, 'src/b.tsx')).mtimeMs).toBe(written)
  expect((await runCodemod(renameImport, { root })).changes).toEqual([])
})

it('reports without writing in a dry run', async () => {
  const root = appOf({ 'src/a.ts': OURS })
  const { changes } = await runCodemod(renameImport, { root, dryRun: true })
  expect(changes).toEqual([{ file: 'src/a.ts', before: OURS, after: OURS.replace('oldName', 'newName') }])
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(OURS)
})

it('runs each on the output of the previous one, also in a dry run', async () => {
  const root = appOf({ 'src/a.ts': OURS })
  const both = [renameImport, rename('newName', 'newestName')]
  const [, second] = await runCodemods(both, { root, dryRun: true })
  expect(second?.changes.map(({ before, after }) => [before, after])).toEqual([
    [OURS.replace('oldName', 'newName'), OURS.replace('oldName', 'newestName')],
  ])
  await runCodemods(both, { root })
  expect(filesOf(root)).toEqual({ 'src/a.ts': OURS.replace('oldName', 'newestName') })
})

it('writes nothing when a file fails, and names codemod and file', async () => {
  const root = appOf({ 'src/a.ts': OURS, 'src/b.ts': 'throw 1\n' })
  const fragile = codemod('fragile', (app) => {
    for (const file of app.sources) {
      app.edit(file)
      if (file.getBaseName() === 'b.ts') throw new Error('Unexpected.')
    }
  })
  await expect(runCodemods([renameImport, fragile], { root })).rejects.toThrow(
    'The codemod "fragile" failed in src/b.ts; nothing was written. Unexpected.',
  )
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(OURS)
})

it('keeps the line breaks of Windows and a byte order mark', async () => {
  const text = '\uFEFF// a\r\nimport { oldName } from "@fw/runtime"\r\n\r\nexport const y = oldName\r\n'
  const root = appOf({ 'src/a.ts': text })
  const comment = codemod('comment', (app) => {
    for (const file of app.sources) app.edit(file).leave(file.getStatements()[1]!, 'Look here.') // two statements above
  })
  await runCodemods([renameImport, comment], { root })
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(
    text.replaceAll('oldName', 'newName').replace('export', '// fw-codemod comment: Look here.\r\nexport'),
  )
})

it('keeps both in other files, which it reads without the mark', async () => {
  const text = '\uFEFF{\r\n  "name": "a",\r\n  "scripts": {}\r\n}\r\n'
  const root = appOf({ 'package.json': text, 'mixed.css': 'a {}\r\nb {}\n' })
  const other = codemod('other', (app) => {
    const manifest = app.read('package.json') ?? ''
    expect(JSON.parse(manifest)).toMatchObject({ name: 'a' })
    app.write('package.json', setMember(manifest, ['scripts', 'dev'], 'fw dev'))
    app.write('mixed.css', `${app.read('mixed.css')}c {}\n`)
    app.write('new.css', 'a {}\n')
  })
  await runCodemods([other], { root })
  expect(filesOf(root)).toMatchObject({
    'package.json': '\uFEFF{\r\n  "name": "a",\r\n  "scripts": {\r\n    "dev": "fw dev"\r\n  }\r\n}\r\n',
    'mixed.css': 'a {}\r\nb {}\nc {}\n',
    'new.css': 'a {}\n',
  })
})

it('writes one comment per location, above doc comments, and counts it in every run', async () => {
  const text = `export class A {\n  /** Doc. */\n  go() {\n    const b = [1].map((one) => one + eval('1'))\n  }\n}\n`
  const root = appOf({ 'src/a.ts': text })
  const leaving = codemod('no-eval', (app) => {
    for (const file of app.sources) {
      const edits = app.edit(file)
      const method = file.getClassOrThrow('A').getMethodOrThrow('go')
      edits.leave(method.getStatements()[0]!, 'Write it without eval.') // the one above
      edits.leave(method.getStatements()[0]!, 'Write it without eval.') // found twice
    }
    app.leave('package.json', 'Remove the flag.')
  })
  const first = await runCodemod(leaving, { root })
  expect(filesOf(root)['src/a.ts']).toBe(
    text.replace('    const', '    // fw-codemod no-eval: Write it without eval.\n    const'),
  )
  expect(first.left).toEqual([
    { file: 'package.json', reason: 'Remove the flag.' },
    { file: 'src/a.ts', line: 5, reason: 'Write it without eval.' },
  ])
  const second = await runCodemod(leaving, { root })
  expect(second.left).toEqual(first.left)
  expect(second.changes).toEqual([])
})

it('moves files at once, and relative imports follow as they are spelled', async () => {
  const root = appOf({
    'lib/db.ts': `export const db = 1\n`,
    'lib/all/index.ts': `export * from '../db'\n`,
    'pages/a.ts': `import { db } from '../lib/db'\nimport '../lib/db.js'\nimport '../lib/all'\nimport data from './a.json'\nexport * from './b.ts'\n`,
    'pages/b.ts': `export const b = () => import("./a")\n`,
    'main.ts': `import './pages/a.ts'\n`,
  })
  const move = codemod('move', (app) => {
    for (const file of app.sources) {
      const edits = app.edit(file)
      if (edits.path.startsWith('pages/')) edits.moveTo(`src/${edits.path.replace('b.ts', 'deep/b.ts')}`)
    }
  })
  const { changes } = await runCodemod(move, { root })
  expect(filesOf(root)).toMatchObject({
    'src/pages/a.ts': `import { db } from '../../lib/db'\nimport '../../lib/db.js'\nimport '../../lib/all'\nimport data from '../../pages/a.json'\nexport * from './deep/b.ts'\n`,
    'src/pages/deep/b.ts': `export const b = () => import("../a")\n`,
    'main.ts': `import './src/pages/a.ts'\n`,
  })
  expect(Object.keys(filesOf(root))).not.toContain('pages/a.ts')
  expect(changes.map(({ file, from }) => [file, from])).toEqual([
    ['main.ts', undefined],
    ['src/pages/a.ts', 'pages/a.ts'],
    ['src/pages/deep/b.ts', 'pages/b.ts'],
  ])
})

it('refuses to write two files to one path, or to overwrite a file', async () => {
  const root = appOf({ 'a.ts': 'export {}\n', 'b.ts': 'export {}\n', 'c.ts': 'export {}\n' })
  const moveAll = (to: string) =>
    codemod('gather', (app) => {
      for (const file of app.sources) if (file.getBaseName() !== 'c.ts') app.edit(file).moveTo(to)
    })
  await expect(runCodemod(moveAll('d.ts'), { root })).rejects.toThrow('Two files would become d.ts.')
  await expect(runCodemod(moveAll('c.ts'), { root })).rejects.toThrow('c.ts already exists')
  expect(Object.keys(filesOf(root)).sort()).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

it('leaves a file with a syntax error unchanged, and counts it', async () => {
  const root = appOf({ 'src/a.ts': OURS, 'src/b.ts': `import { oldName } from '@fw/runtime'\nconst = oldName\n` })
  const { changes, left } = await runCodemod(renameImport, { root })
  expect(changes.map(({ file }) => file)).toEqual(['src/a.ts'])
  expect(left).toEqual([{ file: 'src/b.ts', reason: 'The file has a syntax error.' }])
})

it('the codemod of the README makes the documented change', async () => {
  const readme = readFileSync(new URL('../../codemods/README.md', import.meta.url), 'utf8')
  const source = /defineCodemod\((\{[\s\S]*?\n\})\)/.exec(readme)?.[1]
  const written = defineCodemod(new Function(`return ${source}`)() as Codemod) // the words of the page
  const root = appOf({ 'src/a.ts': `export const options = { old: 1 }\nexport const seen = options.old\n` })
  const { left } = await runCodemod(written, { root })
  expect(filesOf(root)['src/a.ts']).toBe(
    `export const options = { new: 1 }\n// fw-codemod rename-option: Is this the option "old"? It is "new" now.\nexport const seen = options.old\n`,
  )
  expect(left).toEqual([{ file: 'src/a.ts', line: 3, reason: 'Is this the option "old"? It is "new" now.' }])
})

it.each([
  [
    'a link to a file that does not exist',
    (root: string, outside: string) => symlinkSync(`${outside}/new.ts`, `${root}/src/made.ts`),
  ],
  [
    'a link to a file elsewhere',
    (root: string, outside: string) => symlinkSync(`${outside}/kept.ts`, `${root}/src/made.ts`),
  ],
  ['a folder elsewhere', (root: string, outside: string) => symlinkSync(outside, `${root}/linked`)],
])('writes and removes nothing through %s, and nothing else either', async (name, link) => {
  const root = appOf({ 'src/a.ts': OURS })
  const outside = appOf({ 'kept.ts': 'kept' })
  link(root, outside)
  const paths = name.startsWith('a folder') ? ['linked/new.ts', 'linked/deep/new.ts'] : ['src/made.ts']
  for (const path of paths) {
    const write = codemod('write', (app) => {
      app.write('src/first.ts', 'first')
      app.write(path, 'written')
    })
    await expect(runCodemod(write, { root })).rejects.toThrow(`${path} is a link to a path outside`)
  }
  expect(filesOf(outside)).toEqual({ 'kept.ts': 'kept' })
  expect(existsSync(join(root, 'src/first.ts'))).toBe(false)
})

it('writes through links that stay inside', async () => {
  const root = appOf({ 'lib/b.ts': 'b' })
  symlinkSync('lib', join(root, 'src'))
  await runCodemod(
    codemod('write', (app) => app.write('src/new.ts', 'written')),
    { root },
  )
  expect(readFileSync(join(root, 'lib/new.ts'), 'utf8')).toBe('written')
})
