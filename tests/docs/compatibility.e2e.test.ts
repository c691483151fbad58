/** The steps of `guide/compatibility.md`, in order, in a repository: each file is written, and each command is run. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'
import { readPages } from './blocks.ts'
import { commandsOf, createShell, toPattern } from './run-commands.ts'

const page = readPages().find(({ path }) => path === 'guide/compatibility.md')

test('every step of the page works', { timeout: 240_000 }, async () => {
  const identity = { GIT_AUTHOR_NAME: 'Tea', GIT_AUTHOR_EMAIL: 'tea@tea.example' }
  const committer = { GIT_COMMITTER_NAME: 'Tea', GIT_COMMITTER_EMAIL: 'tea@tea.example' }
  const shell = createShell({ ...identity, ...committer })
  onTestFinished(() => shell.close())
  const app = join(shell.folder, 'fw')
  symlinkSync(join(REPOSITORY, 'node_modules'), join(app, 'node_modules'))
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  writeFileSync(join(app, '.gitignore'), 'node_modules\ndist\n.fw\n')
  expect((await shell.run('git init --quiet')).code).toBe(0)
  const blocks = page?.blocks ?? []
  expect(blocks.filter(({ language }) => language === 'sh')).toHaveLength(4)
  for (const { path, text, language, line: at } of blocks) {
    if (path !== undefined) {
      mkdirSync(dirname(join(app, path)), { recursive: true })
      writeFileSync(join(app, path), text)
    }
    if (language !== 'sh') continue
    for (const { line, output } of commandsOf(text)) {
      const place = `docs/guide/compatibility.md:${at} ${line}`
      const ran = await shell.run(line)
      // Commands whose output on the page is a failure.
      expect(ran.code, `${place}\n${ran.output}`).toBe(output?.includes('Failed:') ? 1 : 0)
      if (output !== undefined) expect(ran.output, place).toMatch(toPattern(output))
    }
  }
})
