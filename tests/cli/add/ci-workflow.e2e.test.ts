/** The step of the CI workflow that compares `fw.access.json` with the sources: in new apps, and as `fw add ci` writes it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createApp, type NewApp, REPOSITORY } from './new-app.ts'

const WORKFLOW = '.github/workflows/ci.yml'
const SLOW = { timeout: 240_000 }

let app: NewApp
afterEach(() => app.remove())

/** Lines of the workflow's steps, in order. */
const listCommands = () => [...app.read(WORKFLOW).matchAll(/^ +- run: (.+)$/gm)].map(([, line = '']) => line)

/** Runs the step as CI does. */
function runStep() {
  const [, args = ''] = /^npx --no-install fw (.+)$/.exec(listCommands()[1] ?? '') ?? []
  return app.fw(...args.split(' '))
}

it(
  'the step passes in a new app, and fails with the difference before the build if access has changed',
  SLOW,
  async () => {
    app = createApp()
    expect(listCommands().slice(0, 3)).toEqual(['npm ci', 'npx --no-install fw info --access --check', 'npm run build'])
    expect(await runStep()).toMatchObject({ code: 0, stdout: 'fw.access.json is current.\n' })
    const path = 'src/server/notes.api.ts'
    const [first = '', last = ''] = app.read(path).split('export const clear')
    app.write(path, `${first}export const clear${last.replace("access: 'public'", "access: 'user'")}`)
    const changed = await runStep()
    expect([changed.code, changed.stdout]).toEqual([1, 'api.notes.clear  access is "user", was "public"\n'])
    expect(changed.stderr).toContain('fw.access.json is outdated.')
    expect(changed.stderr).toContain('Run fw build, review the change of fw.access.json, and commit it.')
    expect((await app.fw('build')).code).toBe(0)
    expect(await runStep()).toMatchObject({ code: 0 })
  },
)

it('an example that requires no decisions has no file and no step', () => {
  app = createApp('--example', 'shop')
  expect(app.read('fw.access.json')).toBe('')
  expect(app.read(WORKFLOW)).not.toMatch(/access|Before the build/)
  expect(listCommands().slice(0, 2)).toEqual(['npm ci', 'npm run build'])
})

it('fw add ci writes the step for the package manager of the app, if the app has the file', SLOW, async () => {
  app = createApp('--pm', 'pnpm')
  // A new app is not installed, and the lock file determines the package manager.
  writeFileSync(join(app.root, 'pnpm-lock.yaml'), '')
  const add = async () => {
    rmSync(join(app.root, WORKFLOW))
    expect((await app.fw('add', 'ci', '--yes')).code).toBe(0)
    return listCommands()
  }
  expect(await add()).toContain('pnpm exec fw info --access --check')
  rmSync(join(app.root, 'fw.access.json'))
  expect((await add()).join('\n')).not.toContain('info --access')
})

it('the guide shows the same steps with the comparison of the contract', () => {
  app = createApp()
  const guide = readFileSync(join(REPOSITORY, 'docs/guide/compatibility.md'), 'utf8')
  const [, steps = ''] = /## CI\n[\s\S]*?```yaml\n([\s\S]+?)```/.exec(guide) ?? []
  const compared = steps
    .replace('  with:\n    fetch-depth: 0\n', '')
    .replace('- run: npx --no-install fw verify --against origin/main\n', '')
    .replace('updates the files.', 'updates the file.')
  expect(compared.length).toBeLessThan(steps.length - 80)
  expect(app.read(WORKFLOW)).toContain(compared.replaceAll(/^/gm, '      ').trim())
})
