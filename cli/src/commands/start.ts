import { Command, Option } from 'clipanion'
import { startApp } from '../start/start-app.ts'
import { FwCommand } from './command.ts'

/** `fw start` serves the output of `fw build`. */
export class StartCommand extends FwCommand {
  static override paths = [['start']]
  static override values = { '--workers': ['auto'] }
  static override usage = Command.Usage({
    description: 'Serve the production build.',
    details: `
      Requires a build: run \`fw build\` first. On Ctrl-C or SIGTERM, the server completes open requests and then stops.

      With --workers several processes serve the same port. One that dies is replaced; SIGUSR2 replaces them all, one by one, as after a new build.
    `,
    examples: [
      ['Serve on port 3000', '$0 start'],
      ['Serve on any free port', '$0 start --port 0'],
      ['Serve with four processes', '$0 start --workers 4'],
    ],
  })

  port = Option.String('--port', { description: 'Port to listen on. Default: PORT, else 3000.' })
  host = Option.String('--host', { description: 'Address to listen on. Default: HOST, else every address.' })

  workers = Option.String('--workers', {
    description: 'Number of server processes, or "auto" for one per core. Default: 1.',
  })

  execute(): Promise<number> {
    return startApp(this, this.io, this.context.cwd)
  }
}
