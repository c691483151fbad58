/** Writes below `.fw/`, touching only files whose text changed, so that editors and watchers stay quiet. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { emitTypes } from '../emit/app-types.ts'
import { emitClientEntry } from '../emit/client-entry.ts'
import { emitServerEntry } from '../emit/server-entry.ts'
import type { AppModel } from '../model.ts'

/** Writes the app's types (`.fw/types`). */
export async function writeTypes(model: AppModel): Promise<void> {
  await writeGenerated(join(model.root, '.fw/types'), emitTypes(model))
}

/** Writes all that a build leaves to read: both entries, the types, and the model without its root. */
export async function writeApp(model: AppModel): Promise<void> {
  await writeTypes(model)
  await writeGenerated(join(model.root, '.fw'), {
    'server.js': emitServerEntry(model),
    'client.js': emitClientEntry(model),
    'model.json': `${JSON.stringify({ ...model, root: '.' }, null, 2)}\n`,
  })
}

/** Writes these files below `dir`, those whose text has changed. */
export async function writeGenerated(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeChanged(join(dir, name), text)))
}

async function writeChanged(file: string, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
