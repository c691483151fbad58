import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { renameFunctions, runCodemod } from '../../codemods/src/index.ts'

const FILES = {
  'package.json': '{}\n',
  'src/server/cart.api.ts': `import { api, type Call } from '@fw/runtime'

/** Adds a tea. */
export const put = api({
  access: 'public',
  http: 'PUT /carts/[slug]',
  run: ({ input }: Call<{ slug: string }>) => input.slug,
})
`,
  'src/components/cart.tsx': `import { add as addTea } from '../server/cart.api.ts'
import { add } from '#server/cart.api.ts'
import { add as other } from '../other.ts'

export const NAMES = { 'api.cart.add': 'Add', 'api.cart.addAll': 'Add all' }
export const call = () => [fetch('/_fw/api/cart.add?now'), fetch('/_fw/api/cart.addAll'), add({}), addTea({}), other()]
`,
}

it('renames uses in the app, and keeps a copy under the old name without its own address', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fw-rename-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const codemod = renameFunctions([{ file: 'src/server/cart.api.ts', module: 'cart', from: 'add', to: 'put' }])
  await runCodemod(codemod, { root })
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  expect(read('src/components/cart.tsx')).toBe(`import { put as addTea } from '../server/cart.api.ts'
import { put } from '#server/cart.api.ts'
import { add as other } from '../other.ts'

export const NAMES = { 'api.cart.put': 'Add', 'api.cart.addAll': 'Add all' }
export const call = () => [fetch('/_fw/api/cart.put?now'), fetch('/_fw/api/cart.addAll'), put({}), addTea({}), other()]
`)
  expect(read('src/server/cart.api.ts')).toBe(`${FILES['src/server/cart.api.ts']}
// The old name of put, for clients that still call it.
/** Adds a tea. */
export const add = api({
  access: 'public',
  run: ({ input }: Call<{ slug: string }>) => input.slug,
})
`)
  const again = await runCodemod(codemod, { root })
  expect(again.changes).toEqual([])
})
