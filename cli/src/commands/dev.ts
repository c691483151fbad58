import { Command, Option } from 'clipanion'
import { portError, shownUrl, wantedPort } from '../port.ts'
import { notesOf, untilStopped } from '../signals.ts'
import { FwCommand } from './command.ts'

/** `fw dev`: serves the sources. */
export class DevCommand extends FwCommand {
  static override paths = [['dev']]
  static override usage = Command.Usage({
    description: 'Serve the app while you write it.',
    details: 'Pages and tools reload when files change. The first page does not wait for the type analysis.',
    examples: [
      ['Serve on port 3000, or the next free one', '$0 dev'],
      ['Serve on exactly this port', '$0 dev --port 4000'],
    ],
  })

  port = Option.String('--port', { description: 'Port to listen on. Default: PORT, else 3000 or the next free one.' })
  host = Option.String('--host', { description: 'Address to listen on. Default: 127.0.0.1.' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    const wanted = wantedPort(this.port, this.io.env)
    const { createDevServer } = await import('@fw/compiler/dev')
    const options = { root, port: wanted.port, strictPort: wanted.explicit, log: (line: string) => this.io.note(line) }
    const running = await createDevServer({ ...options, hostname: this.host }).catch((error: unknown) => {
      throw portError(error, wanted.port)
    })
    // Before the line that tells others that we run: their signal may follow at once.
    const stopped = untilStopped(notesOf(this.io))
    this.io.result(`Listening on ${shownUrl(running.url)}`)
    await stopped
    await running.close()
    return 0
  }
}
