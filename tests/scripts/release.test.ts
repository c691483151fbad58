import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PACKAGES } from '../../scripts/packages/pack.mjs'
import { findProblems, findRepository } from '../../scripts/release/check-release.mjs'
import { REPOSITORY } from '../structure/source-tree.ts'

const root = mkdtempSync(join(tmpdir(), 'fw-release-check-'))
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...args], { cwd: root })
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')

beforeAll(() => {
  for (const name of ['.changeset', 'runtime']) mkdirSync(join(root, name))
  writeFileSync(join(root, '.changeset/README.md'), '')
  writeFileSync(join(root, 'runtime/package.json'), '{ "version": "1.2.3" }')
  git('init', '--quiet')
  commit()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'A commit')
}

describe('the repository of the packages', () => {
  it.each([
    ['https://github.com/example/fw.git', 'https://github.com/example/fw'],
    ['git@github.com:example/fw.git', 'https://github.com/example/fw'],
    ['ssh://git@github.com/example/fw', 'https://github.com/example/fw'],
    ['https://token@github.com/example/fw', undefined],
    ['https://git.example.com/fw', undefined],
    ['/srv/fw.git', undefined],
  ])('%s is %s', (origin, expected) => {
    git('config', 'remote.origin.url', origin)
    expect(findRepository(root, {})).toBe(expected)
  })

  it('is that of the running workflow', () => {
    expect(findRepository(root, { GITHUB_REPOSITORY: 'someone/fork' })).toBe('https://github.com/someone/fork')
  })
})

describe('a release', () => {
  const url = 'https://github.com/example/fw'

  it('is possible from a clean checkout', () => {
    expect(findProblems(root, url)).toEqual([])
  })

  it('needs a repository, a clean checkout, and a version of its own for all described changes', () => {
    expect(findProblems(root, undefined)).toEqual([expect.stringContaining('The repository is unknown')])
    writeFileSync(join(root, '.changeset/kind-words.md'), '')
    expect(findProblems(root, url)).toEqual([
      'The checkout has changes that are not committed.',
      expect.stringContaining('(kind-words.md). Run `npm run changeset -- version` and commit.'),
    ])
    rmSync(join(root, '.changeset/kind-words.md'))
    git('tag', 'v1.2.3')
    expect(findProblems(root, url)).toEqual(['The tag v1.2.3 exists. Describe a change with `npm run changeset`.'])
  })
})

describe('the workflow of a release', () => {
  const workflow = parse(read('.github/workflows/release.yml')) as {
    permissions: Record<string, string>
    jobs: Record<'test' | 'release', { needs?: string; permissions: Record<string, string>; steps: { run?: string }[] }>
  }

  it('tests without rights, then publishes with provenance', () => {
    const { test, release } = workflow.jobs
    const commands = [test, release].map(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    const programs = commands[0]?.filter((command) => command.startsWith('sudo '))
    expect(programs?.[0]).toContain('apt-get install --yes bubblewrap')
    expect(commands).toEqual([
      [...(programs ?? []), '.ci/run'],
      ['npm ci --ignore-scripts', 'npm run release', 'git push origin --tags'],
    ])
    expect([workflow.permissions, test.permissions]).toEqual([{}, { contents: 'read' }])
    expect([release.needs, release.permissions]).toEqual(['test', { contents: 'write', 'id-token': 'write' }])
    expect(JSON.parse(read('package.json')).scripts.release).toBe('node scripts/release/release.mjs')
  })

  it('publishes packages that ask for provenance, in an order in which their dependencies exist', () => {
    const manifests = PACKAGES.map((source) => JSON.parse(read(`${source}/package.json`)))
    const seen = new Set<string>()
    for (const { name, dependencies = {}, publishConfig } of manifests) {
      expect(publishConfig, name).toEqual({ access: 'public', provenance: true })
      const own = Object.keys(dependencies).filter((one) => manifests.some((other) => other.name === one))
      expect(
        own.filter((one) => !seen.has(one)),
        name,
      ).toEqual([])
      seen.add(name)
    }
  })

  it('has a changelog for every package, which all move together', () => {
    const { fixed } = JSON.parse(read('.changeset/config.json')) as { fixed: readonly (readonly string[])[] }
    expect(fixed).toEqual([['@fw/*', 'create-fw']])
    for (const source of PACKAGES)
      expect(JSON.parse(read(`${source}/package.json`)).name).toMatch(/^(?:@fw\/[a-z]+|create-fw)$/)
  })
})
