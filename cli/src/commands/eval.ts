import { Command, Option } from 'clipanion'
import { CliError } from '../cli-error.ts'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw eval` runs scenarios of agent tasks against the app and checks the outcomes. */
export class EvalCommand extends FwCommand {
  static override paths = [['eval']]
  static override values = { '': FILES, '--baseline': FILES, '--session': FILES } as const
  static override usage = Command.Usage({
    description: 'Run the scenarios of evals/ against the app.',
    details: `
      A scenario is a file \`evals/**/*.eval.json\` with steps: agent tool calls, approvals, and messages to the app's own agent. Without --start and --url, the app runs in this process.

      Exits with 1 when a scenario fails in every trial. The verdict is written to eval-gate.json, and each run to .fw/evals/history.jsonl.
    `,
    examples: [
      ['Run every scenario', '$0 eval'],
      ['Start the app with a command, and run one scenario', '$0 eval evals/cart.eval.json --start "fw start"'],
      ['Run against a running server, five times', '$0 eval --url http://localhost:3000 --trials 5'],
      ['Compare with a saved report', '$0 eval --json --baseline main.json'],
    ],
  })

  start = Option.String('--start', { description: 'Command that starts the app; it gets a free port in PORT.' })
  url = Option.String('--url', { description: 'URL of an app that is already running.' })
  json = Option.Boolean('--json', false, { description: 'Print only the report, as JSON, to stdout.' })
  trials = Option.String('--trials', '1', { description: 'Number of runs per scenario. Default: 1.' })
  baseline = Option.String('--baseline', { description: 'Report to compare with. Default: the previous run.' })
  session = Option.String('--session', {
    description: 'Session data for the requests of the steps, as JSON or a file. Default: evals/session.json.',
  })
  files = Option.Rest({ name: 'files' })

  async execute(): Promise<number> {
    const trials = parseTrials(this.trials)
    const url = this.url === undefined ? undefined : parseUrl(this.url)
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { runEvals } = await import('../eval/run-evals.ts')
    const { start, json, baseline, session, files } = this
    const stopped = new AbortController()
    const stop = () => stopped.abort(new CliError({ code: 'stopped', title: 'Stopped before all scenarios ran.' }))
    // A second signal ends the process immediately, as by default.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    return runEvals({ root, cwd, files, start, url, json, trials, baseline, session }, this.io, stopped.signal)
  }
}

function parseTrials(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new CliError({ code: 'bad_argument', title: `--trials must be a number from 1 to 9999, got "${text}".` })
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin
  throw new CliError({
    code: 'bad_argument',
    title: `--url must be a URL such as http://localhost:3000, got "${text}".`,
  })
}
