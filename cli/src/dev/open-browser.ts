/** Opens a URL in the browser of this machine. */
import { spawn } from 'node:child_process'

/** Uses the program in `BROWSER`, else the system's default. `BROWSER=none` opens no browser. */
export function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  onFailure: (reason: string) => void,
): void {
  if (env.BROWSER === 'none') return
  const [command, args] = env.BROWSER ? [env.BROWSER, []] : systemOpener(env)
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', ({ message }) => onFailure(`Could not open a browser: ${message}. Open ${url} yourself`))
  child.unref()
}

function systemOpener(env: Readonly<Record<string, string | undefined>>): readonly [string, readonly string[]] {
  if (process.platform === 'darwin') return ['open', []]
  if (process.platform === 'win32') return ['cmd', ['/c', 'start', '']]
  return env.WSL_DISTRO_NAME === undefined ? ['xdg-open', []] : ['cmd.exe', ['/c', 'start', '']]
}
