/** A fresh clone of every template after an install: plain tsc and the tests pass, without a check or a build. */
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTemplates, type Template } from '../../cli/create/src/templates.ts'
import { serveNewcomers } from './newcomers.ts'
import type { Terminal } from './terminal.ts'

const { open } = serveNewcomers()
const TEMPLATES = readTemplates()

async function runAll(terminal: Terminal, lines: readonly string[]): Promise<void> {
  for (const line of lines) await terminal.run(line)
  expect(terminal.text()).not.toContain('[exit ')
}

/** Creates an app, and enters a clone of its repository: without anything that a command has generated. */
async function enterClone(terminal: Terminal, { kind, name }: Template): Promise<void> {
  await terminal.run(`npm create fw@latest app -- --yes --no-install --git --${kind} ${name}`)
  terminal.enter('app')
  await runAll(terminal, ['git add --all', 'git commit --quiet --message "An app"', 'git clone --quiet . ../clone'])
  terminal.enter('../clone')
}

describe('a fresh clone', { timeout: 240_000 }, () => {
  it.each(TEMPLATES)('tsc and npm test pass after npm install: $name', async (template) => {
    const terminal = open(template.name)
    await enterClone(terminal, template)
    await runAll(terminal, ['npm install', 'npx --no-install tsc -p .', 'npm test'])
    // As the extension of an editor runs it.
    if (template.name === 'starter') await runAll(terminal, ['npx --no-install vitest run'])
    expect(terminal.text()).toContain('Wrote .fw/types/register.d.ts')
    expect(existsSync(join(terminal.folder, 'dist'))).toBe(false)
  })

  it('create with --install writes the types; a layer of a container image installs without sources', async () => {
    const terminal = open('installed')
    await runAll(terminal, ['npm create fw@latest app -- --yes --install'])
    const { folder } = terminal
    expect(existsSync(join(folder, 'app/.fw/types/register.d.ts'))).toBe(true)
    mkdirSync(join(folder, 'layer'))
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(folder, 'app', file), join(folder, 'layer', file))
    terminal.enter('layer')
    await runAll(terminal, ['npm ci', 'npm ci --omit=dev'])
    expect(terminal.text()).toContain('No types written: this folder has no sources of an app yet.')
    expect(existsSync(join(folder, 'layer/.fw'))).toBe(false)
  })
})
