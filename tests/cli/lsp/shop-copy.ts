/** A copy of the shop whose only TypeScript is version 7, in which tsserver and its API don't exist. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Packages of the shop, by their name in the repository. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@fw': '@fw',
  '@types/node': '@types/node',
  libsql: 'libsql',
  'solid-js': 'solid-js',
  typescript: '@typescript/native',
  vitest: 'vitest',
}

export interface ShopCopy {
  readonly root: string
  /** Returns the absolute path of a file. */
  path(file: string): string
  remove(): void
}

export function copyShop(): ShopCopy {
  const root = mkdtempSync(join(tmpdir(), 'fw-lsp-shop-'))
  cpSync(join(REPOSITORY, 'playground/shop'), root, {
    recursive: true,
    filter: (source) => !/\/(?:node_modules|dist|\.fw|\.data)$/.test(source),
  })
  for (const [name, target] of Object.entries(PACKAGES)) {
    const path = join(root, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(REPOSITORY, 'node_modules', target), path)
  }
  return {
    root,
    path: (file) => join(root, file),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
