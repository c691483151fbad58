/** Reads what `fw build` wrote. Must stay free of compiler imports: `fw start` loads it on its way to the first answer. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A built app, loaded. */
export interface LoadedBuild {
  readonly root: string
  /** What `dist/server/index.js` exports; its `createApp` makes the server. */
  readonly server: ServerBundle
  /** Browser files: islands, styles and what stood in `public/`. */
  readonly clientDir: string
}

/** The exports of the server bundle. The shapes are the runtime's; callers that need them import them from there. */
export interface ServerBundle {
  /** `wiring`, or what it makes of the other options, wins over what the sources say, and that over `defaults`. */
  createApp(wiring?: object | ((options: never) => object), defaults?: object): unknown
  readonly serve: unknown
  readonly createNodeListener: unknown
}

/** There is nothing to start. `message` says what to do. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError'
}

/** A static site that was built. */
export interface StaticBuild {
  readonly root: string
  /** The whole site. */
  readonly clientDir: string
}

/** The static site that was built at `root`; undefined for an app with a server. Throws `MissingBuildError` for half a site. */
export function findStaticBuild(root: string): StaticBuild | undefined {
  const base = resolve(root)
  const marker = join(base, 'dist/static.json')
  if (!existsSync(marker)) return undefined
  const { complete } = JSON.parse(readFileSync(marker, 'utf8')) as { complete: boolean } // written by our own build
  if (!complete) throw new MissingBuildError(`The last build in ${base} did not write the whole site. Run "fw build".`)
  return { root: base, clientDir: join(base, 'dist/client') }
}

/** Loads the production build of the app at `root`. Throws `MissingBuildError` when there is none. */
export async function loadBuild(root: string): Promise<LoadedBuild> {
  const base = resolve(root)
  const file = join(base, 'dist/server/index.js')
  if (!existsSync(file))
    throw new MissingBuildError(`There is no production build in ${base}. Run "fw build" first, then "fw start".`)
  const server = (await import(pathToFileURL(file).href)) as ServerBundle // written by our own build
  return { root: base, server, clientDir: join(base, 'dist/client') }
}
