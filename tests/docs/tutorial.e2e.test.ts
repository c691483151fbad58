/** The steps of `guide/tutorial.md`, in order, as a reader takes them: each file is written, and each command is run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPages } from './blocks.ts'
import { commandsOf, createShell, toPattern } from './run-commands.ts'

const page = readPages().find(({ path }) => path === 'guide/tutorial.md')
test('every step of the tutorial works', { timeout: 240_000 }, async () => {
  const shell = createShell()
  onTestFinished(() => shell.close())
  const app = join(shell.folder, 'shelf')
  expect(page?.blocks.length).toBeGreaterThan(12)
  // The island is shown after the page that imports it, and `fw dev` is started before both.
  for (const { path, text, language, line: at } of page?.blocks ?? []) {
    if (path !== undefined) {
      mkdirSync(dirname(join(app, path)), { recursive: true })
      writeFileSync(join(app, path), text)
    }
    if (language !== 'sh') continue
    for (const { line, output } of commandsOf(text)) {
      const place = `docs/guide/tutorial.md:${at} ${line}`
      const ran = await shell.run(line)
      expect(ran.code, `${place}\n${ran.output}`).toBe(0)
      if (output !== undefined) expect(ran.output, place).toMatch(toPattern(output))
    }
  }
})
