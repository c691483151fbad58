import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSurface } from './api-surface.ts'
import { checkNoAny, checkProse, checkSurface, printSurface } from './checks/api-surface.ts'
import { checkContractExports } from './checks/contract-exports.ts'
import { checkReference, printReference } from './checks/reference.ts'
import { CONTRACT_EXPORTS, ENTRY_POINTS } from './entry-points.ts'
import { printViolations, REPOSITORY, readRepository } from './source-tree.ts'

const present = Object.entries(ENTRY_POINTS).filter(([, path]) => existsSync(`${REPOSITORY}/${path}`))
const surface = readSurface(
  Object.fromEntries(present.map(([entryPoint, path]) => [entryPoint, `${REPOSITORY}/${path}`])),
)
const exported = Object.fromEntries(
  Object.entries(surface).map(([entryPoint, names]) => [entryPoint, names.map(({ name }) => name)]),
)

/** Creates an entry point in memory, beside the real ones, so that it may import real files. */
function readOverlay(text: string) {
  const path = `${REPOSITORY}/runtime/src/overlay.ts`
  return readSurface({ '@fw/overlay': path }, new Map([[path, text]]))
}

describe('entry points', () => {
  it('export every name of the contract', () => {
    expect(printViolations(checkContractExports(CONTRACT_EXPORTS, exported))).toEqual([])
  })

  it('are rejected if a listed name is missing', () => {
    expect(printViolations(checkContractExports({ d: ['api', 'both'] }, { d: ['both', 'more'] }))).toEqual([
      'd "api" is listed here but not exported',
    ])
    expect(checkContractExports({ gone: ['api'] }, {})).toHaveLength(1)
  })

  it('equal their snapshots, types included', () => {
    const files = readRepository().filter(({ path }) => path.startsWith('snapshots/api-surface/'))
    const snapshots = Object.fromEntries(files.map(({ path, text }) => [path, text]))
    expect(printViolations(checkSurface(surface, snapshots))).toEqual([])
  })

  it('are read with signatures: values, types, classes, re-exports', () => {
    const { '@fw/overlay': names } = readOverlay(
      [
        `export { defineConfig } from './contract/config/config.ts'`,
        `export type { Guard } from './contract/api.ts'`,
        `export class Vault<T> extends Map<string, T> {`,
        `  #secret = 1`,
        `  open(id: string): T | undefined { return this.get(id) }`,
        `}`,
        `/** Prose. */`,
        `export interface Shape { /** Prose. */ readonly a: string; b?: number }`,
      ].join('\n'),
    )
    expect(names?.map(({ signature }) => signature)).toEqual([
      "type Guard = 'auto' | 'confirm' | 'forbidden'",
      'interface Shape { readonly a: string; b?: number }',
      'class Vault<T> extends Map<string, T> { open: (id: string) => T | undefined }',
      'function defineConfig: (config: FwConfig) => FwConfig',
    ])
  })

  it('contain no `any`', () => {
    expect(printViolations(checkNoAny(surface))).toEqual([])
    const loose = readOverlay(`export const call = (id: any): string => id\nexport type Word = 'any' | 'many'`)
    expect(checkNoAny(loose).map(({ message }) => message)).toEqual([
      '"call" has an `any`: const call: (id: any) => string',
    ])
  })

  it('have a doc comment for every export', () => {
    expect(printViolations(checkProse(surface))).toEqual([])
    const silent = readOverlay(
      `/** Prose. */\nexport const described = 1\n// No prose.\nexport const silent = 1\nexport interface Shape { a: 1 }`,
    )
    expect(printViolations(checkProse(silent))).toEqual([
      '@fw/overlay "Shape" has no doc comment',
      '@fw/overlay "silent" has no doc comment',
    ])
  })

  it('differ from their snapshot when a parameter changes', () => {
    const before = printSurface(readOverlay('export const call = (id: string): number => id.length'))
    const after = readOverlay('export const call = (id: string | number): number => Number(id)')
    const stray = { 'snapshots/api-surface/gone.md': '' }
    expect(printViolations(checkSurface(after, { ...before, ...stray }))).toEqual([
      'snapshots/api-surface/gone.md the snapshot of an entry point that does not exist',
      'snapshots/api-surface/overlay.md:3 differs; the entry point exports: - **call** `const call: (id: string | number) => number` (npm run api-surface -- --update)',
    ])
    expect(checkSurface(after, printSurface(after))).toEqual([])
  })
})

describe('the reference', () => {
  const files = readRepository()
  const pages = printReference(surface, files)

  it('equals the output of the sources', () => {
    expect(printViolations(checkReference(pages, files))).toEqual([])
  })

  it('is outdated if a comment changes, and has no other pages', () => {
    const path = 'runtime/src/contract/config/config.ts'
    const changed = files.map((file) =>
      file.path === path ? { path, text: file.text.replace('Default document title.', 'Title of documents.') } : file,
    )
    const stray = { path: 'docs/reference/own.md', text: '' }
    expect(printViolations(checkReference(printReference(surface, changed), [...files, stray]))).toEqual([
      'docs/reference/own.md this page is not generated; move it to another folder of docs/',
      expect.stringMatching(/^docs\/reference\/config\.md:\d+ differs from the sources/),
    ])
  })

  it('has every command, every field and every rule', () => {
    for (const name of ['dev', 'build', 'start', 'run', 'verify', 'eval', 'test', 'check', 'info', 'create'])
      expect(pages['docs/reference/commands.md']).toContain(`\n## fw ${name}\n`)
    for (const field of ['siteUrl', 'fonts', 'feed', 'timeouts'])
      expect(pages['docs/reference/config.md']).toContain(`\n### ${field}\n`)
    // Readers don't know the names of internal types.
    expect(pages['docs/reference/config.md']).toContain("\nType: `'bun' | 'cloudflare' | 'deno' | ")
    expect(pages['docs/reference/rules.md']).toContain('[dead-link](../../compiler/docs/rules/dead-link.md) | 1032')
    expect(pages['docs/reference/runtime.md']).toMatch(/### api\n\n[^`]/)
  })
})
