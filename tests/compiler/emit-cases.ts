/**
 * The cases of `snapshots/emit`: `<case>/input/` with a `src` is an app, and the files beside it are the compiler's output.
 * `FILTER=name` runs the cases whose name contains it; `UPDATE=1` writes the goldens.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../snapshots/emit')

export interface EmitCase {
  readonly name: string
  /** The app's folder. */
  readonly root: string
  /** The current and the expected content of a golden file; `undefined` for no file. */
  golden(file: string): string | undefined
  update(file: string, text: string): void
}

export function emitCases(): readonly EmitCase[] {
  const filter = process.env.FILTER ?? ''
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, 'input/src')) && name.includes(filter))
    .sort()
    .map((name) => ({
      name,
      root: join(FOLDER, name, 'input'),
      golden(file) {
        const path = join(FOLDER, name, file)
        return existsSync(path) ? readFileSync(path, 'utf8') : undefined
      },
      update: (file, text) => writeFileSync(join(FOLDER, name, file), text),
    }))
}

/** Whether goldens are written instead of compared. */
export const UPDATING = process.env.UPDATE === '1'
