/** An example app as people run it: a copy of it, built with `fw build`, and the built server. */
import { rmSync } from 'node:fs'
import { startBuilt } from '../compiler/build/app-copy.ts'
import { copyBuilt, copySources, runFw } from '../playground/built-example.ts'

export interface PlaygroundApp {
  /** Without a slash at its end. */
  readonly url: string
  readonly folder: string
  close(): Promise<void>
}

/**
 * Builds and starts `playground/<name>` on a free port, with more files of these texts, by their paths: without such files it
 * is built once for all files of a run. If the build fails, throws an error with its output.
 */
export async function startPlayground(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PlaygroundApp> {
  const folder = Object.keys(more).length === 0 ? await copyBuilt(name) : await buildPlayground(name, more)
  const built = await startBuilt(folder)
  return {
    url: built.url.replace(/\/$/, ''),
    folder,
    async close() {
      await built.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Builds a copy of `playground/<name>` of its own: its folder, which is the caller's to remove. */
export async function buildPlayground(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = copySources(name, more)
  await runFw(['build'], folder)
  return folder
}
