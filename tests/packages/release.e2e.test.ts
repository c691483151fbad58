/** A release: the next version, and `npm create fw@latest` from a registry to which a dry run has published. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runChangeset } from '../../scripts/release/run-changeset.mjs'
import { checkVersions } from '../structure/checks/versions.ts'
import { createUser, MANAGERS, runCommand, useNotes } from './managers.ts'
import { REPOSITORY } from './pack.ts'
import { npmSettings, type Registry, startRegistry } from './registry.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-release-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an app from a registry', { timeout: 400_000 }, () => {
  let upstream: Registry
  let dryRun: ChildProcess
  let registry = ''
  beforeAll(async () => {
    // The dry run installs its tools from here, too.
    const lockFiles = ['scripts/release/tools', '.'].map((path) => join(REPOSITORY, path, 'package-lock.json'))
    upstream = await startRegistry({ packages: [], lockFiles, ...npmSettings() })
    dryRun = spawn(process.execPath, ['scripts/release/release.mjs', '--dry-run', '--serve'], {
      cwd: REPOSITORY,
      env: { ...process.env, npm_config_registry: upstream.url, GITHUB_REPOSITORY: 'example/fw' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    registry = await publishedTo(dryRun)
  }, 300_000)
  afterAll(async () => {
    const ended = new Promise((done) => dryRun?.once('close', done))
    dryRun?.kill('SIGINT')
    await ended
    await upstream?.close()
  })

  it.each(MANAGERS)('CLI-19 is created, installed, checked, built and started with $name', async (manager) => {
    const user = createUser(folder, manager, registry)
    expect(await runCommand(user, manager.create)).toContain(`  cd notes\n  ${manager.name} install\n`)
    await useNotes(user, manager)
  })

  it('is created by the commands of the documentation', () => {
    const [npm] = MANAGERS
    expect(readFileSync(join(REPOSITORY, 'README.md'), 'utf8')).toContain(`\`${npm?.create} --install\``)
    expect(readFileSync(join(REPOSITORY, 'docs/guide/start.md'), 'utf8')).toContain(`\`${npm?.create}\``)
  })

  it('describes every package with its repository and its license', async () => {
    for (const name of ['@fw/runtime', '@fw/compiler', '@fw/codemods', '@fw/cli', 'create-fw']) {
      const response = await fetch(new URL(name, registry))
      const { versions } = (await response.json()) as { versions: Record<string, unknown> }
      expect(Object.values(versions), name).toMatchObject([
        {
          license: 'MIT',
          homepage: 'https://github.com/example/fw#readme',
          repository: { type: 'git', url: 'git+https://github.com/example/fw.git' },
        },
      ])
    }
  })
})

/** Returns the URL in the output of a dry run. */
function publishedTo(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    for (const output of [child.stdout, child.stderr])
      output?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const [, url] = /^Published 5 packages to (http:\S+),[\s\S]*Ctrl-C/m.exec(text) ?? []
        if (url !== undefined) done(url)
      })
    child.once('close', (code) => fail(new Error(`The dry run ended with ${code}:\n${text}`)))
  })
}

/** Files that have a version. */
const VERSIONED = [
  'package.json',
  'package-lock.json',
  'runtime/src/contract/config/version.ts',
  'cli/editors/vscode/package.json',
  ...['runtime', 'compiler', 'codemods', 'cli', 'cli/create'].map((source) => `${source}/package.json`),
  ...readdirSync(join(REPOSITORY, 'playground')).map((name) => `playground/${name}/package.json`),
]

describe('the next version', { timeout: 120_000 }, () => {
  const root = join(folder, 'repository')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...args], { cwd: root })
  beforeAll(() => {
    for (const path of [...VERSIONED, '.changeset/config.json', '.changeset/README.md']) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      cpSync(join(REPOSITORY, path), join(root, path))
    }
    // The configuration names a module of the tools.
    symlinkSync(join(REPOSITORY, 'scripts'), join(root, 'scripts'))
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'A release')
  })

  it('needs a change', () => {
    expect(runChangeset(root, ['version'])).toBe(1)
  })

  it('is the same for all packages, the examples, the lock file and the runtime, and is in the changelog', () => {
    writeFileSync(join(root, '.changeset/quick-birds.md'), "---\n'@fw/compiler': minor\n---\n\nBuilds are faster.\n")
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Faster builds')
    const before = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version as string
    expect(runChangeset(root, ['version'])).toBe(0)
    const files = VERSIONED.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    expect(checkVersions(files)).toEqual([])
    const [major, minor] = before.split('.').map(Number)
    const next = `${major}.${Number(minor) + 1}.0`
    for (const { path, text } of files) {
      expect(text, path).toContain(`${next}`)
      expect(text.includes(`"version": "${before}"`) && path !== 'package-lock.json', path).toBe(false)
    }
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const own = Object.entries<{ version?: string }>(lock.packages).filter(([path]) => !path.includes('node_modules/'))
    expect(new Set(own.map(([, { version }]) => version))).toEqual(new Set([next]))
    expect(readFileSync(join(root, 'compiler/CHANGELOG.md'), 'utf8')).toContain(`## ${next}\n`)
    expect(readFileSync(join(root, 'compiler/CHANGELOG.md'), 'utf8')).toContain('Builds are faster.')
    expect(readdirSync(join(root, '.changeset')).sort()).toEqual(['README.md', 'config.json'])
  })
})
