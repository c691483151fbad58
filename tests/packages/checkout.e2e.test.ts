/** `npm run create` makes an app outside of the repository, from the packages of this checkout. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, MANAGERS, runCommand, serve, useNotes } from './managers.ts'
import { REPOSITORY } from './pack.ts'
import { npmSettings, type Registry, startRegistry } from './registry.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-checkout-')))
let registry: Registry
beforeAll(async () => {
  // It has the third-party packages, and none of ours.
  registry = await startRegistry({ packages: [], lockFiles: [join(REPOSITORY, 'package-lock.json')], ...npmSettings() })
})
afterAll(async () => {
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

const create = (args: string) => `npm --silent --prefix ${REPOSITORY} run create -- ${args}`

describe('an app from a checkout', { timeout: 400_000 }, () => {
  it.each(MANAGERS)('CLI-19 is created, installed, checked, built and started with $name', async (manager) => {
    const user = createUser(folder, manager, registry.url)
    const printed = await runCommand(user, create(`notes --yes --pm ${manager.name}`))
    expect(printed).toContain(`Its @fw packages are files of ${REPOSITORY.replace(/\/$/, '')}; see its README.`)
    expect(printed).toContain('Packing the packages')
    expect(printed).toContain(`  cd notes\n  ${manager.name} install\n`)
    await useNotes(user, manager)
    expect(readFileSync(join(user.folder, 'notes/README.md'), 'utf8')).toContain('## The packages of fw')
  })
})

it('the commands of the README serve a new app', { timeout: 400_000 }, async () => {
  const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8')
  const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const [creates = '', serves = ''] = block.trim().split('\n')
  expect(creates).toMatch(/^npm run create -- \.\.\/notes /)
  const user = createUser(join(folder, 'readme'), MANAGERS[0]!, registry.url)
  // A reader's folder beside the checkout is not that of this machine.
  const there = join(user.folder, 'notes')
  const checkout = { ...user, folder: REPOSITORY }
  expect(await runCommand(checkout, creates.replace('../notes', there))).toContain('npm run dev')
  await serve(checkout, serves.replace('../notes', there), async (url) => {
    expect(await (await fetch(url)).text()).toMatch(/<h1[^>]*>Notes<\/h1>/)
  })
})

describe('an app that exists', () => {
  it('gets the current packages', async () => {
    const user = createUser(join(folder, 'update'), MANAGERS[1]!, registry.url)
    await runCommand(user, create('notes --yes --pm pnpm'))
    const files = ['package.json', 'pnpm-workspace.yaml'].map((name) => join(user.folder, 'notes', name))
    const current = files.map((file) => readFileSync(file, 'utf8'))
    files.forEach((file, index) => {
      writeFileSync(file, `${current[index]}`.replace(/-[0-9a-f]{12}\.tgz/g, '-0123456789ab.tgz'))
    })
    await runCommand(user, create('--update notes'))
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(current)
  })

  it('of another origin is refused', async () => {
    const user = createUser(join(folder, 'other'), MANAGERS[0]!, registry.url)
    execFileSync('npm', ['init', '--yes'], { cwd: user.folder, stdio: 'ignore' })
    await expect(runCommand(user, create('--update .'))).rejects.toThrow('has no packages of a checkout')
    await expect(runCommand(user, create('--update nowhere'))).rejects.toThrow('nowhere contains no package.json.')
    await expect(runCommand(user, create('--update'))).rejects.toThrow('Name the folder of one app')
  })
})

it('a folder inside of the checkout is refused', async () => {
  const user = createUser(join(folder, 'inside'), MANAGERS[0]!, registry.url)
  await expect(runCommand(user, create(`${REPOSITORY}notes --yes`))).rejects.toThrow(
    'is inside the checkout of fw. Choose a folder outside of it.',
  )
})

it('packs once for the same sources, and the tarballs have names of their contents', async () => {
  const { packPackages } = await import('../../scripts/packages/pack.mjs')
  const first = packPackages()
  const start = performance.now()
  expect(packPackages()).toEqual(first)
  // npm takes seconds.
  expect(performance.now() - start).toBeLessThan(2000)
  for (const { tarball, name, version } of first)
    expect(tarball).toMatch(new RegExp(`/${name.replace('@', '').replace('/', '-')}-${version}-[0-9a-f]{12}\\.tgz$`))
})
