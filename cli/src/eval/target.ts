/** Server that the steps run against: the app of `--start`, the server at `--url`, or the app in this process. */
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { type BootedApp, bootApp, isReachable } from './boot-app.ts'
import type { LiveApp } from './step-caller.ts'

export interface Target {
  /** Returns the running server, which changes with `reset`. */
  app(): LiveApp
  /** Restarts a `--start` app. Other servers are unaffected. */
  reset(): Promise<void>
  close(): Promise<void>
}

interface TargetOptions {
  readonly root: string
  readonly start: string | undefined
  readonly url: string | undefined
  /** Whether to hide the stdout of a started app. */
  readonly json: boolean
}

/** Placeholder origin of in-process requests. No server listens there. */
const IN_PROCESS = 'http://localhost'

/** Opens the target. Throws `CliError` if no server responds. */
export async function openTarget(
  options: TargetOptions,
  inProcess: LiveApp['fetch'],
  io: Io,
  signal: AbortSignal,
): Promise<Target> {
  const { start, url } = options
  const still = (app: LiveApp): Target => ({
    app: () => app,
    reset: async () => undefined,
    close: async () => undefined,
  })
  if (start !== undefined) return openBooted(start, options, io, signal)
  if (url === undefined) return still({ url: IN_PROCESS, fetch: inProcess })
  if (await isReachable(url)) return still({ url, fetch })
  throw new CliError({
    code: 'no_server',
    title: `No server responds at ${url}.`,
    fix: 'Start the server, or use --start.',
  })
}

async function openBooted(command: string, options: TargetOptions, io: Io, signal: AbortSignal): Promise<Target> {
  const { root, url, json } = options
  const boot = (): Promise<BootedApp> => {
    io.progress(`Starting ${command}`)
    const onStderr = (line: string) => io.note(line)
    return bootApp({ root, command, url, onStdout: json ? () => undefined : onStderr, onStderr, signal })
  }
  let booted: BootedApp | undefined = await boot()
  const stop = async (): Promise<void> => {
    const running = booted
    booted = undefined
    await running?.stop()
  }
  return {
    app: () => ({ url: booted?.url ?? '', fetch }),
    async reset() {
      await stop()
      booted = await boot()
    },
    close: stop,
  }
}
