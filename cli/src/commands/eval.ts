import { Command, Option } from 'clipanion'
import { FILES } from '../complete/complete.ts'
import { CliError } from '../fail.ts'
import { FwCommand } from './command.ts'

/** `fw eval`: what an agent is asked to do with the app, and whether it comes out right. */
export class EvalCommand extends FwCommand {
  static override paths = [['eval']]
  static override values = { '': FILES, '--baseline': FILES, '--session': FILES } as const
  static override usage = Command.Usage({
    description: 'Run the scenarios of evals/ against the app.',
    details: `
      A scenario is a file \`evals/**/*.eval.json\` with steps: calls of tools as an agent makes them, approvals, and questions to the app's own agent. Without --start and --url the app runs in this process.

      Exits with 1 when a scenario fails in every trial. The verdict is written to eval-gate.json, and each run to .fw/evals/history.jsonl.
    `,
    examples: [
      ['Run every scenario', '$0 eval'],
      ['Run one of them, against an app that is started for it', '$0 eval evals/cart.eval.json --start "fw start"'],
      ['Ask a server that runs already, five times', '$0 eval --url http://localhost:3000 --trials 5'],
      ['Compare with a run that was kept', '$0 eval --json --baseline main.json'],
    ],
  })

  start = Option.String('--start', { description: 'Command that starts the app; it gets a free port in PORT.' })
  url = Option.String('--url', { description: 'Address of the app, where you start it yourself.' })
  json = Option.Boolean('--json', false, { description: 'Print the report as JSON, and nothing else on stdout.' })
  trials = Option.String('--trials', '1', { description: 'How often every scenario runs. Default: 1.' })
  baseline = Option.String('--baseline', { description: 'Compare with this report. Default: with the run before.' })
  session = Option.String('--session', {
    description: 'Data of the session that the steps are sent with, as JSON or a file. Default: evals/session.json.',
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
    const stop = () => stopped.abort(new CliError({ code: 'stopped', title: 'Stopped before the end.' }))
    // A second one ends the process at once, as without us.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    return runEvals({ root, cwd, files, start, url, json, trials, baseline, session }, this.io, stopped.signal)
  }
}

function parseTrials(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new CliError({ code: 'bad_argument', title: `--trials is a number from 1 to 9999, not "${text}".` })
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin
  throw new CliError({
    code: 'bad_argument',
    title: `--url is an address, as http://localhost:3000, not "${text}".`,
  })
}
