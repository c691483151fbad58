/** Reads the output of `fw build`. Must not import the compiler: `fw start` loads it before the first response. */
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join, resolve } from '#slash-path.ts'

/** A built app, loaded. */
export interface LoadedBuild {
  readonly root: string
  /** The exports of `dist/server/index.js`; its `createApp` creates the server. */
  readonly server: ServerBundle
  /** Browser files: islands, styles and the files of `public/`. */
  readonly clientDir: string
}

/** The exports of the server bundle. The shapes are the runtime's; callers that need them import them from there. */
export interface ServerBundle {
  /** `wiring`, or its result for the other options, overrides the sources' options, and these override `defaults`. */
  createApp(wiring?: object | ((options: never) => object), defaults?: object): unknown
  readonly serve: unknown
  readonly createNodeListener: unknown
}

/** Thrown if the app hasn't been built. `message` names the command to run. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError'
}

/** A built static site. */
export interface StaticBuild {
  readonly root: string
  /** Folder of the site. */
  readonly clientDir: string
}

/**
 * Returns the built static site at `root`, or `undefined` for an app with a server.
 *
 * @throws `MissingBuildError` if the site is incomplete.
 */
export function findStaticBuild(root: string): StaticBuild | undefined {
  const base = resolve(root)
  const marker = join(base, 'dist/static.json')
  if (!existsSync(marker)) return undefined
  const { complete } = JSON.parse(readFileSync(marker, 'utf8')) as { complete: boolean } // written by our own build
  if (!complete) throw new MissingBuildError(`The last build in ${base} did not write the whole site. Run "fw build".`)
  return { root: base, clientDir: join(base, 'dist/client') }
}

/**
 * Loads the production build of the app at `root`. Throws a `MissingBuildError` if it doesn't exist, and a `SetupError` with a
 * diagnostic if a module throws.
 */
export async function loadBuild(root: string): Promise<LoadedBuild> {
  try {
    return await importBuild(root)
  } catch (error) {
    if (error instanceof MissingBuildError) throw error
    const { explainLoadFailure } = await import('./load-failure.ts')
    throw await explainLoadFailure(error, 'The app', resolve(root))
  }
}

/** The same without diagnostics. */
export async function importBuild(root: string): Promise<LoadedBuild> {
  const base = resolve(root)
  const file = join(base, 'dist/server/index.js')
  if (!existsSync(file))
    throw new MissingBuildError(`There is no production build in ${base}. Run "fw build" first, then "fw start".`)
  const server = (await import(pathToFileURL(file).href)) as ServerBundle // written by our own build
  return { root: base, server, clientDir: join(base, 'dist/client') }
}
