import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { PACKAGE_MANAGERS } from '../../cli/create/src/package-manager.ts'
import { writeApp } from '../../cli/create/src/write-app.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-template-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')

it('a template replaces files of the starter, and decides on the install scripts of its own packages', () => {
  const starter = join(REPOSITORY, 'cli/create/dist/templates/starter')
  const template = join(folder, 'own-files')
  mkdirSync(template)
  writeFileSync(join(template, 'Dockerfile'), 'FROM scratch\n')
  writeFileSync(join(template, '_gitignore'), 'uploads/\n')
  writeFileSync(
    join(template, 'package.json'),
    JSON.stringify({ template: true, scripts: { dev: 'fw dev' }, allowScripts: { esbuild: false } }),
  )
  const written = PACKAGE_MANAGERS.map((manager) => {
    const name = `own-files-${manager}`
    writeApp({ folder: join(folder, name), name }, { template, starter, manager })
    expect(read(name, 'Dockerfile')).toBe('FROM scratch\n')
    expect(read(name, '.gitignore')).toBe('uploads/\n')
    expect(read(name, 'AGENTS.md')).toContain('# Working on this app')
    const { allowScripts, dependenciesMeta } = JSON.parse(read(name, 'package.json'))
    const settings = manager === 'pnpm' ? parseYaml(read(name, 'pnpm-workspace.yaml')) : undefined
    return [manager, allowScripts ?? dependenciesMeta ?? settings?.allowBuilds]
  })
  expect(Object.fromEntries(written)).toEqual({
    npm: { '@swc/core': false, esbuild: false },
    pnpm: { '@swc/core': false, esbuild: false },
    yarn: { '@swc/core': { built: false }, esbuild: { built: false } },
    bun: undefined,
  })
})
