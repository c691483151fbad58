/** An app in a workspace with three sibling packages, installed as npm and yarn do, or as pnpm does. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TSCONFIG } from './written-app.ts'

const INSTALLED = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** `plain`: links of all packages in the `node_modules` of the workspace. `strict`: links of what a package declares. */
export type Layout = 'plain' | 'strict'

export interface WorkspaceApp {
  /** The folder of the workspace. */
  readonly folder: string
  /** The app's folder. */
  readonly root: string
  /** `file` is relative to the workspace. */
  write(file: string, text: string): void
  remove(): void
}

const manifest = (fields: object): string => JSON.stringify({ private: true, type: 'module', ...fields })

/** The packages of the workspace, by file. */
export const WORKSPACE_FILES: Readonly<Record<string, string>> = {
  'packages/ui/package.json': manifest({
    name: '@acme/ui',
    exports: { '.': './src/index.ts', './*': './src/*.tsx' },
    peerDependencies: { 'solid-js': '*' },
  }),
  'packages/ui/src/index.ts': "export { Badge } from './badge.tsx'\nexport { Counter } from './counter.tsx'\n",
  'packages/ui/src/badge.tsx':
    'export function Badge(props: { text: string }) {\n  return <strong class="badge">{props.text}</strong>\n}\n',
  'packages/ui/src/counter.tsx': `import { createSignal } from 'solid-js'
import { STEP } from './step.ts'

export function Counter() {
  const [count, setCount] = createSignal(0)
  return <button type="button" onClick={() => setCount(count() + STEP)}>Count {count()}</button>
}
`,
  'packages/ui/src/step.ts': 'export const STEP = 1\n',
  'packages/contracts/package.json': manifest({ name: '@acme/contracts', exports: { '.': './src/order.ts' } }),
  'packages/contracts/src/order.ts': `export interface Order {
  sku: string
  /** @minimum 1 */
  pieces: number
}
`,
  'packages/messages/package.json': manifest({ name: '@acme/messages', exports: { './*.json': './src/*.json' } }),
  'packages/messages/src/en.json': '{ "greeting": "Hello", "total": "{pieces, number} pieces" }\n',
  'apps/web/package.json': manifest({
    name: '@acme/web',
    dependencies: { '@acme/ui': '*', '@acme/contracts': '*', '@acme/messages': '*', '@fw/runtime': '*' },
  }),
  'apps/web/tsconfig.json': JSON.stringify({
    compilerOptions: { ...TSCONFIG.compilerOptions, resolveJsonModule: true },
  }),
  'apps/web/src/i18n.ts': `import en from '@acme/messages/en.json' with { type: 'json' }
import { defineI18n } from '@fw/runtime'

export default defineI18n({ locales: ['en'], defaultLocale: 'en', messages: { en } })
`,
  'apps/web/src/server/orders.api.ts': `import type { Order } from '@acme/contracts'
import { api, type Call } from '@fw/runtime'

/** Takes pieces from stock and returns how many are left for the customer. */
export const place = api({ run: async ({ input }: Call<Order>) => ({ reserved: input.pieces }) })
`,
  'apps/web/src/routes/index.tsx': `import { Badge, Counter } from '@acme/ui'
import { t } from '@fw/runtime'

export const meta = { title: 'Home' }
export default function Home() {
  return <main><Badge text="New" /><Counter /><p>{t('greeting')}</p></main>
}
`,
}

/** Writes the workspace. `files` override those of `base`. */
export function writeWorkspace(
  layout: Layout,
  files: Readonly<Record<string, string>> = {},
  base: Readonly<Record<string, string>> = WORKSPACE_FILES,
): WorkspaceApp {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-workspace-')))
  const prepare = (file: string) => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    return path
  }
  const write = (file: string, text: string) => writeFileSync(prepare(file), text)
  const link = (target: string, at: string) => symlinkSync(target, prepare(at))
  for (const [file, text] of Object.entries({ ...base, ...files })) write(file, text)
  const [top, siblings] =
    layout === 'plain' ? ['node_modules', '../../packages'] : ['apps/web/node_modules', '../../../../packages']
  for (const name of readdirSync(INSTALLED)) link(join(INSTALLED, name), `${top}/${name}`)
  for (const name of ['ui', 'contracts', 'messages']) link(`${siblings}/${name}`, `${top}/@acme/${name}`)
  if (layout === 'strict') {
    write('pnpm-workspace.yaml', 'packages:\n  - apps/*\n  - packages/*\n')
    write('package.json', '{ "name": "acme", "private": true }\n')
    link(join(INSTALLED, 'solid-js'), 'packages/ui/node_modules/solid-js')
  } else write('package.json', '{ "name": "acme", "private": true, "workspaces": ["apps/*", "packages/*"] }\n')
  return {
    folder,
    root: join(folder, 'apps/web'),
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
