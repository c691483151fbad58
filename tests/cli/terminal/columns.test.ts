/** The help of commands in terminals of several widths, and create-fw in one that reports none. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { spawn as spawnPty } from '@lydell/node-pty'
import { expect, onTestFinished, test } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a command in a terminal, and returns its lines without colors. `until`: ends it after this text. */
function runInColumns(command: readonly string[], cols: number, until?: string): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'fw-columns-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const [program = '', ...args] = command
  return new Promise((done) => {
    const terminal = spawnPty(program, args, {
      cwd,
      cols: cols === 0 ? 80 : cols,
      rows: 40,
      env: process.env as Record<string, string>,
    })
    let text = ''
    terminal.onData((chunk) => {
      text += chunk
      if (until !== undefined && stripVTControlCharacters(text).includes(until)) terminal.kill()
    })
    terminal.onExit(() => done(stripVTControlCharacters(text).split(/\r*\n/)))
  })
}

const fw = (...args: string[]) => [process.execPath, join(REPOSITORY, 'cli/bin/fw.js'), ...args]

test('the descriptions of options line up', async () => {
  for (const command of ['eval', 'dev', 'codemod', 'run']) {
    const lines = await runInColumns(fw(command, '--help'), 200)
    const starts = lines.flatMap((line) => /^ {2}(-.*? {2,})\S/.exec(line)?.[1]?.length ?? [])
    expect([command, starts.length]).toEqual([command, expect.any(Number)])
    expect([command, new Set(starts).size]).toEqual([command, 1])
  }
})

test.each([60, 36])('help is wrapped at words in a terminal of %i columns', async (cols) => {
  for (const command of [['--help'], ['eval', '--help'], ['verify', '--help']]) {
    const lines = await runInColumns(fw(...command), cols)
    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain('session')
    // A command to copy, and a single word, may be longer.
    const long = lines.filter((line) => line.length > cols && !line.trimStart().startsWith('$ ') && /\S \S/.test(line))
    expect(long).toEqual([])
  }
})

test('create-fw prompts in a terminal that reports no width', async () => {
  const script = `stty cols 0 rows 0; exec "${process.execPath}" "${join(REPOSITORY, 'cli/create/bin/create-fw.js')}"`
  const lines = await runInColumns(['/bin/sh', '-c', script], 0, 'Folder of the app?')
  expect(lines.some((line) => line.includes('Folder of the app?'))).toBe(true)
})
