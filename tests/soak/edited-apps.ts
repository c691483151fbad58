/** Copies of apps for random edits. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { filesBelow } from '../../compiler/src/analyze/modules/folder-files.ts'
import { writeAnalysisApp } from '../bench/analysis-app.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const SKIPPED = ['node_modules', 'dist', '.fw', 'public']

/** The name of an app with many api modules, in a workspace with another package. */
export const GENERATED = 'generated'
const MODULES = 40

/** Texts by path, relative to the app; `undefined` for a deleted file. */
export type Texts = Readonly<Record<string, string | undefined>>

interface EditedApp {
  readonly root: string
  /** The folder to remove. */
  readonly folder: string
  readonly texts: Texts
}

/** Copies an app of the playground, or generates one. */
export function openEditedApp(app: string): EditedApp {
  const folder = mkdtempSync(join(tmpdir(), 'fw-soak-edits-'))
  const root = join(folder, app)
  if (app === GENERATED) {
    writeAnalysisApp(root, MODULES)
    for (const [file, text] of Object.entries(WORKSPACE)) writeText(join(root, file), text)
  } else {
    const isCopied = (path: string) => !SKIPPED.includes(path.split('/').at(-1) ?? '')
    cpSync(join(REPOSITORY, 'playground', app), root, { recursive: true, filter: isCopied })
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  }
  const own = filesBelow(root).filter((name) => /\.(?:tsx?|md|json)$/.test(name) && !name.startsWith('.fw/'))
  const names =
    app === GENERATED ? [...own, ...Object.keys(WORKSPACE).filter((name) => /^\.\..*\.ts$/.test(name))] : own
  return {
    root,
    folder,
    texts: Object.fromEntries([...new Set(names)].map((name) => [name, readFileSync(join(root, name), 'utf8')])),
  }
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const WORKSPACE = {
  '../package.json': '{ "name": "soak", "private": true, "workspaces": ["generated", "parts"] }\n',
  '../parts/package.json': '{ "name": "parts", "private": true, "type": "module" }\n',
  '../parts/src/size.ts': `export interface Size {\n  width: number\n  height: number\n}\n`,
  '../parts/src/part.ts': `import type { Size } from './size.ts'\n\nexport interface Part extends Size {\n  name: string\n}\n\nexport const describe = (part: Part) => ({ name: part.name, area: part.width * part.height })\n`,
  '../parts/src/labels.d.ts': `export interface Label {\n  text: string\n}\n`,
  'src/globals.d.ts': `interface Stock {\n  left: number\n}\n`,
  'src/server/parts.api.ts': `import { api, type Call } from '@fw/runtime'
import type { Label } from '../../../parts/src/labels.js'
import { describe, type Part } from '../../../parts/src/part.ts'

/** Describes a part. */
export const part = api({ run: async ({ input }: Call<Part>) => describe(input) })

/** Prints a label. */
export const label = api({ run: async ({ input }: Call<Label>): Promise<Stock> => ({ left: input.text.length }) })
`,
  'src/components/parts.tsx': `import { intent } from '@fw/runtime'
import { part } from '../server/parts.api.ts'

export function Parts() {
  const more = intent('more', { description: 'Describes one.', run: () => part({ name: 'a', width: 1, height: 2 }) })
  return <button onClick={() => more()}>More</button>
}
`,
}
