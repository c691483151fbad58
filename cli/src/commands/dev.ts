import type { RequestListener } from 'node:http'
import type { DevServerOptions } from '@fw/compiler/dev'
import { Command, Option } from 'clipanion'
import { readEnvFile } from '../app.ts'
import { colorText } from '../color-text.ts'
import type { ListhenServer } from '../dev/listhen-server.ts'
import { openBrowser } from '../dev/open-browser.ts'
import { isForeground, type Shortcut, shortcutLines, takeKeys } from '../dev/shortcuts.ts'
import { urlBlock } from '../dev/url-block.ts'
import { ownVersion } from '../installed-version.ts'
import type { Io } from '../io.ts'
import { portError, readWantedPort, shownUrl } from '../port.ts'
import { createNotes, untilStopped } from '../signals.ts'
import { FwCommand } from './command.ts'

/** `fw dev` serves the app from its sources. */
export class DevCommand extends FwCommand {
  static override paths = [['dev']]
  static override usage = Command.Usage({
    description: 'Start the development server.',
    details:
      'Pages and tools reload when files change. The first page does not wait for the type analysis. Press h in a terminal to list the shortcuts.',
    examples: [
      ['Serve on port 3000, or the next free port', '$0 dev'],
      ['Serve on exactly this port', '$0 dev --port 4000'],
      ['Open the app on a phone in the same network', '$0 dev --qr'],
    ],
  })

  port = Option.String('--port', { description: 'Port to listen on. Default: PORT, else 3000 or the next free port.' })
  host = Option.String('--host', { description: 'Address to listen on. Default: 127.0.0.1.' })
  open = Option.Boolean('--open', false, { description: 'Open the app in the browser. Set BROWSER to choose one.' })
  https = Option.Boolean('--https', false, {
    description: 'Serve HTTPS with a self-signed certificate, stored in .fw/data for 30 days.',
  })
  qr = Option.Boolean('--qr', false, {
    description: 'Show a QR code for phones. Listens on every address unless --host is set.',
  })

  async execute(): Promise<number> {
    const started = performance.now()
    const root = this.enterAppWithEnvFile()
    const { io } = this
    const hostname = this.host ?? (this.qr ? '0.0.0.0' : undefined)
    const { running, showQr } = await this.serve(root, hostname)
    // Before the "Listening" line, because another process may send a signal as soon as it reads that line.
    const stopped = untilStopped(createNotes(io))
    const url = `${shownUrl(running.url)}/`
    const hasKeys = io.interactive && isForeground()
    const printUrls = (readyMs?: number): void => {
      const block = { url, hostname, version: ownVersion(), hasKeys, readyMs }
      io.result(io.onTerminal ? urlBlock(block, io.resultColors) : `Listening on ${shownUrl(url)}`)
    }
    printUrls(performance.now() - started)
    await showQr?.()
    const open = (): void => openBrowser(url, io.env, (reason) => io.note(reason))
    if (this.open) open()
    const restart = (): void => {
      io.note('Restarting "fw dev".')
      readEnvFile(root)
      void running.restart()
    }
    const release = hasKeys
      ? takeKeys(this.context.stdin, createShortcuts({ restart, open, urls: printUrls, io }), () => io.note(''))
      : undefined
    await stopped
    release?.()
    await running.close()
    return 0
  }

  private async serve(root: string, hostname: string | undefined) {
    const { io, https } = this
    const { port, explicit } = readWantedPort(this.port, io.env)
    const { createDevServer } = await import('@fw/compiler/dev')
    const options: DevServerOptions = {
      root,
      port,
      strictPort: explicit,
      hostname,
      log: (line) => io.note(colorText(line, io.errorColors)),
    }
    try {
      if (!https && !this.qr) return { running: await createDevServer(options), showQr: undefined }
      // listhen prints to stdout, but its output isn't the command's result.
      io.claimStdout()
      const { listhenServer } = await import('../dev/listhen-server.ts')
      let made: ListhenServer | undefined
      const listener = async (handle: RequestListener): Promise<ListhenServer> => {
        made = await listhenServer({ root, port, strict: explicit, hostname: hostname ?? '127.0.0.1', https }, handle)
        return made
      }
      const running = await createDevServer({ ...options, https, listener })
      return { running, showQr: this.qr ? made?.showQr : undefined }
    } catch (error) {
      throw portError(error, port)
    }
  }
}

interface Reactions {
  readonly restart: () => void
  readonly open: () => void
  readonly urls: () => void
  readonly io: Io
}

function createShortcuts({ restart, open, urls, io }: Reactions): readonly Shortcut[] {
  const shortcuts: readonly Shortcut[] = [
    { key: 'r', does: 'restart, and reload the configuration and .env', run: restart },
    { key: 'o', does: 'open in the browser', run: open },
    { key: 'u', does: 'show the URLs', run: () => urls() },
    { key: 'c', does: 'clear the screen', run: () => io.clearScreen() },
    { key: 'q', does: 'quit', run: () => void process.kill(process.pid, 'SIGINT') },
    {
      key: 'h',
      does: 'show this help',
      run: () => io.note(`\n${shortcutLines(shortcuts, io.errorColors.bold).join('\n')}\n`),
    },
  ]
  return shortcuts
}
