/** Restarts `fw dev` when its configuration changes: closes the running parts and creates new ones on the same port. */
import { existsSync, readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { tsconfigChain } from '../analyze/modules/outside-inputs.ts'
import { appPaths } from '../build/app-paths.ts'
import { type NotablePackages, notablePackages } from '../build/externals.ts'
import { type ReadConfig, readConfig } from '../build/load-config.ts'
import { type AppViteOptions, loadViteOptions } from '../build/vite/app-options.ts'
import { listPostcssConfigs } from '../build/vite/vite-config.ts'
import type { DevActivity } from './activity/activity.ts'
import type { DevLog } from './dev-log.ts'
import { createDevParts, type DevParts } from './dev-parts.ts'
import { failureText } from './failure-response.ts'
import type { MissedEdits } from './missed-edits.ts'
import type { RecentErrors } from './recent-errors.ts'

export interface DevLifecycle {
  /** Resolves to the parts that handle requests; during a restart, to the next ones. Rejects if that start failed. */
  current(): Promise<DevParts>
  /** Resolves to the parts after all changes of the configuration so far. Rejects like `current`. */
  settled(): Promise<DevParts>
  /** Returns `current`, which stays open until `response` has ended, for at most two seconds. */
  enter(response: ServerResponse): Promise<DevParts>
  /**
   * Reads the configuration again and recreates all parts, even if nothing has changed. Never rejects: failures are
   * logged.
   */
  restart(): Promise<void>
  close(): Promise<void>
}

interface DevLifecycleOptions {
  /** The app's folder. */
  readonly root: string
  readonly http: Server
  /** See `DevServerOptions`. */
  readonly hostname?: string | undefined
  /** See `DevServerOptions`. */
  readonly analysisIdleMs?: number | undefined
  readonly log: DevLog
  readonly activity: DevActivity
  /** Receives the errors. */
  readonly errors: RecentErrors
  readonly edits: MissedEdits
}

/** Inputs that dev reads only when it starts. */
interface Setup extends Omit<ReadConfig, 'vite'> {
  readonly packages: NotablePackages
  /**
   * Contents of the app's tsconfig.json and the files that it extends, which define what imports resolve to, and of the
   * configurations of Vite and PostCSS, whose values can't be compared.
   */
  readonly contents: Readonly<Record<string, string>>
}

/** Time in milliseconds that a restart waits for running responses: a stream may never end. */
const PATIENCE_MS = 2000
/** Vite's watcher reports no further change of a file for 50 milliseconds after a change. */
const SILENCE_MS = 100

/** Creates the parts, and recreates them when a file changes that they depend on. Rejects if the first start fails. */
export async function createDevLifecycle(options: DevLifecycleOptions): Promise<DevLifecycle> {
  const { root, log } = options
  let closed = false
  let changes = Promise.resolve()
  const openResponses = new Set<ServerResponse>()
  const make = (read: ReadSetup): Promise<DevParts> =>
    createDevParts({ ...options, ...toPartsOptions(root, read), onConfig, onRestart: restartAll })
  let setup = await readSetup(root)
  let parts = make(setup)
  await parts

  /** Handles one change after the other. Ignores changes without effect, such as a new script in `package.json`. */
  function onConfig(file: string): void {
    void inTurn(() => restart(file))
  }

  function restartAll(): Promise<void> {
    return inTurn(async () => change(await readSetup(root)))
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    changes = changes.then(work).catch((error: unknown) => log(failureText(error, root)))
    return changes
  }

  async function restart(file: string, again = false): Promise<void> {
    // The file may be half-written: the running parts stay until the configuration can be read.
    const next = await readSetup(root)
    if (closed) return
    if (isDeepStrictEqual(setup.setup, next.setup)) {
      // The watcher doesn't report a change that follows another immediately, so it is checked again.
      if (!again) setTimeout(() => void inTurn(() => restart(file, true)), SILENCE_MS).unref()
      return
    }
    log(`${file} has changed: restarting "fw dev".`)
    await change(next)
    // The watcher was not running during the restart.
    await restart(file, true)
  }

  async function change(next: ReadSetup): Promise<void> {
    if (closed) return
    const before = setup
    setup = next
    parts = replace(await parts, next, before)
    await parts
  }

  /** Vite's reload socket listens on the shared server: the old parts must close before the new ones are created. */
  async function replace(old: DevParts, next: ReadSetup, before: ReadSetup): Promise<DevParts> {
    // A closed Vite never responds to a pending request for a module.
    await waitForEnd(openResponses)
    await closeParts(old)
    try {
      return await make(next)
    } catch (error) {
      log(failureText(error, root))
      log('Continuing with the previous configuration.')
      return make(before)
    }
  }

  return {
    current: () => parts,
    settled: () => changes.then(() => parts),
    async enter(response) {
      let [entered, made] = [parts, await parts]
      while (entered !== parts) [entered, made] = [parts, await parts]
      openResponses.add(response)
      response.once('close', () => openResponses.delete(response))
      return made
    },
    restart: restartAll,
    async close() {
      closed = true
      await changes
      await closeParts(await parts)
    },
  }
}

function waitForEnd(responses: ReadonlySet<ServerResponse>): Promise<void> {
  const open = [...responses].map((response) => new Promise((resolve) => response.once('close', resolve)))
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    void Promise.all(open).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function closeParts({ analysis, app, vite }: DevParts): Promise<void> {
  analysis.close()
  await app.close()
  await vite.close()
}

interface ReadSetup {
  readonly setup: Setup
  readonly own: AppViteOptions | undefined
}

function toPartsOptions(root: string, { setup: { config, files, packages, contents }, own }: ReadSetup) {
  return { paths: appPaths(root, config), config, packages, own, configFiles: [...files, ...Object.keys(contents)] }
}

async function readSetup(root: string): Promise<ReadSetup> {
  const { vite, ...read } = await readConfig(root)
  const own = await loadViteOptions(root, 'serve', vite)
  const files = [
    ...tsconfigChain(root),
    ...listPostcssConfigs(root),
    // Plugins of `fw.config.ts` depend on this file and its imports.
    ...(vite === undefined ? [] : read.files),
    ...(own?.files ?? []),
  ]
  const contents = files.map((file) => [file, existsSync(file) ? readFileSync(file, 'utf8') : ''])
  return { setup: { ...read, packages: notablePackages(root), contents: Object.fromEntries(contents) }, own }
}
