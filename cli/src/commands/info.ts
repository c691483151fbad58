import { READY_PATH } from '@fw/runtime/contract'
import type { FwServerOptions } from '@fw/runtime/server'
import { Command, Option } from 'clipanion'
import { isBuildFresh, withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw info`: what this app is made of. */
export class InfoCommand extends FwCommand {
  static override paths = [['info']]
  static override usage = Command.Usage({
    description: 'Report what the app is made of.',
    details:
      'Prints versions, configuration, integrations, routes, schedules, and the MCP servers of the agent with what becomes of their tools. Nothing secret is printed and nothing is written. An app that does not load is reported as far as its files tell it. With --check: what of it would not work in production, each with what to do; exits with 1 for an error. A build that is newer than the sources is looked at as `fw start` runs it.',
    examples: [
      ['Is it set up to run?', '$0 info --check'],
      ['Report, as Markdown', '$0 info'],
      ['The same as JSON', '$0 info --json'],
    ],
  })

  json = Option.Boolean('--json', false, { description: 'Print the report as JSON.' })

  check = Option.Boolean('--check', false, { description: 'Say what of it would not work in production.' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { readInfo } = await import('../tool/info.ts')
    if (this.check) return this.examine(root)
    const { infoMarkdown } = await import('../tool/info-markdown.ts')
    const { resultJson } = await import('../printable.ts')
    const report = await readInfo(root, (work) => withApp(root, this.io, work))
    this.io.result(this.json ? resultJson(report) : infoMarkdown(report))
    return 0
  }

  async examine(root: string): Promise<number> {
    const { readInfo } = await import('../tool/info.ts')
    const { examine, printFindings } = await import('../tool/doctor.ts')
    // Guessable secrets are refused in production alone.
    if (isBuildFresh(root)) process.env.NODE_ENV ??= 'production'
    let options: FwServerOptions | undefined
    let isReady: boolean | undefined
    const report = await readInfo(root, (work) =>
      withApp(root, this.io, async (server, made) => {
        options = made
        isReady = (await server.fetchInProcess(new Request(`http://localhost${READY_PATH}`))).ok
        return work(server)
      }),
    )
    const { env, versions } = process
    return printFindings(await examine({ root, report, options, isReady, env, versions }), this.json, this.io)
  }
}
