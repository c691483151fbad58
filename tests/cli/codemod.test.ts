import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODEMODS } from '../../codemods/src/catalogue.ts'
import { appOf, filesOf } from '../codemods/temporary-app.ts'
import { runFw, runInTerminal } from './support/fixture.ts'

/** An app of 0.1.0: nothing but what codemods read. */
const APP = {
  'package.json': '{\n  "name": "old",\n  "fw": { "title": "Old" }\n}\n',
  'node_modules/@fw/runtime/package.json': '{ "name": "@fw/runtime", "version": "0.1.0" }\n',
  'src/agent.ts': `import type { TurnUsage } from '@fw/runtime/agent'\n\nexport type Cost = TurnUsage\n`,
}
const PRERELEASE = { 'node_modules/@fw/runtime/package.json': '{ "name": "@fw/runtime", "version": "0.2.0-beta.1" }\n' }
const UPGRADED = {
  'package.json': '{\n  "name": "old"\n}\n',
  'fw.config.ts': `import { defineConfig } from '@fw/runtime'\n\nexport default defineConfig({\n  title: 'Old',\n})\n`,
  'src/agent.ts': APP['src/agent.ts'].replaceAll('TurnUsage', 'TokenUsage'),
}
const RELEASED = CODEMODS.filter(({ release }) => release !== undefined)
const MIGRATIONS = CODEMODS.filter(({ release }) => release === undefined)

describe('fw upgrade', { timeout: 240_000 }, () => {
  it('CLI-17 CLI-26 CLI-27 VER-03 changes the app from the version that it resolves to that of the tool; a dry run prints a diff that can be applied', async () => {
    const root = appOf(APP)
    const dry = await runFw(root, ['upgrade', '--dry-run'])
    expect(dry.code).toBe(0)
    expect(filesOf(root)).toEqual(APP)
    expect(dry.stdout).not.toContain('\u001b[')
    const applied = spawnSync('git', ['apply', '--check', '-'], { cwd: root, input: dry.stdout, encoding: 'utf8' })
    expect(applied.stderr).toBe('')
    expect(dry.stderr).toContain('  would have changed src/agent.ts\n')
    const { code, stdout, stderr } = await runFw(root, ['upgrade'])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).not.toContain('uncommitted')
    expect(stderr).toContain('Breaking changes after 0.1.0, up to 0.2.0: 2\n')
    expect(stderr).toContain('  wrote fw.config.ts\n')
    expect(stderr).toContain('  changed src/agent.ts\n')
    expect(stderr).toContain('3 files changed.\n')
    expect(filesOf(root)).toEqual({ ...APP, ...UPGRADED })
  })

  it('CLI-27 CLI-28 runs the codemods after --from, up to this version, and a pre-release precedes its release', async () => {
    const own = (await runFw(appOf({}), ['--version'])).stdout.trim()
    const root = appOf({ ...APP, ...PRERELEASE })
    const told = async (...args: string[]) => (await runFw(root, ['upgrade', '--list', ...args])).stderr
    expect(await told('--to', '0.2.0')).toContain('after 0.2.0-beta.1, up to 0.2.0: 2\n')
    expect(await told('--from', '0.0.9')).toContain(`after 0.0.9, up to ${own}: `)
    const { stdout } = await runFw(root, ['upgrade', '--list', '--from', '0.0.0', '--to', '99.0.0'])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(RELEASED.map(({ id }) => id))
    expect(filesOf(root)).toEqual({ ...APP, ...PRERELEASE })
  })

  it.each([
    [['--from', 'latest'], '--from must be a full version such as 0.2.0, got "latest".'],
    [['--to', '1'], '--to must be a full version such as 0.2.0, got "1".'],
    [['--force'], 'Unsupported option name'],
    [['now'], 'Extraneous positional argument'],
  ])('refuses %s, and changes nothing', async (args, message) => {
    const root = appOf(APP)
    const { code, stderr } = await runFw(root, ['upgrade', ...args])
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(filesOf(root)).toEqual(APP)
  })

  it('reports unreadable files once, and uncommitted changes in git', async () => {
    const root = appOf({ ...APP, 'src/broken.ts': 'const a = {{{' })
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { cwd: root })
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'All')
    const clean = await runFw(root, ['upgrade'])
    expect(clean.stderr).not.toContain('uncommitted')
    expect(clean.stderr).toContain('1 location to change by hand:\n  src/broken.ts The file has a syntax error.\n')
    expect((await runFw(root, ['upgrade', '--from', '0.1.0', '--dry-run'])).stderr).not.toContain('uncommitted')
    expect((await runFw(root, ['upgrade', '--from', '0.1.0'])).stderr).toContain('Some files have uncommitted changes.')
  })

  it('asks for --from where nothing is installed', async () => {
    const root = appOf({ 'package.json': '{ "fw": {} }' })
    const { code, stderr } = await runFw(root, ['upgrade'])
    expect(code).toBe(1)
    expect(stderr).toContain('fw upgrade --from 0.1.0')
  })
})

describe('fw codemod', { timeout: 240_000 }, () => {
  it('CLI-18 VER-04 lists releases and migrations, and runs one by its id', async () => {
    const root = appOf(APP)
    const listed = await runFw(root, ['codemod', '--list'])
    expect(listed.code).toBe(0)
    for (const { id, title } of CODEMODS) expect(listed.stdout).toMatch(new RegExp(`^${id} .*${title[0]}`, 'm'))
    for (const { id } of MIGRATIONS) expect(listed.stdout).toMatch(new RegExp(`^${id} +migration `, 'm'))
    const { code, stderr } = await runFw(root, ['codemod', 'turn-usage-to-token-usage'])
    expect([code, stderr.includes('1 file changed.')]).toEqual([0, true])
    expect(filesOf(root)).toEqual({ ...APP, 'src/agent.ts': UPGRADED['src/agent.ts'] })
  })

  it('lists the codemods for an unknown id, and reports a folder without a package', async () => {
    const unknown = await runFw(appOf(APP), ['codemod', 'nothing-like-it'])
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('Available codemods: package-field-to-config, ')
    const nowhere = await runFw(appOf({}), ['codemod', 'package-field-to-config'])
    expect([nowhere.code, nowhere.stderr.includes('No package.json found')]).toEqual([1, true])
  })

  it('colours the diff of a dry run on a terminal', async () => {
    const root = appOf(APP)
    const { text } = await runInTerminal(root, ['codemod', 'turn-usage-to-token-usage', '--dry-run'])
    expect(text).toContain('\u001b[31m-export type Cost = TurnUsage\u001b[39m')
    expect(text).toContain('\u001b[32m+export type Cost = TokenUsage\u001b[39m')
    expect(readFileSync(join(root, 'src/agent.ts'), 'utf8')).toBe(APP['src/agent.ts'])
  })
})
