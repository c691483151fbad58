import { Command, Option } from 'clipanion'
import { withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw info`: what this app is made of. */
export class InfoCommand extends FwCommand {
  static override paths = [['info']]
  static override usage = Command.Usage({
    description: 'Report what the app is made of.',
    details:
      'Prints versions, configuration, integrations, routes, schedules, and the MCP servers of the agent with what becomes of their tools. Nothing secret is printed and nothing is written. An app that does not load is reported as far as its files tell it.',
    examples: [
      ['Report, as Markdown', '$0 info'],
      ['The same as JSON', '$0 info --json'],
    ],
  })

  json = Option.Boolean('--json', false, { description: 'Print the report as JSON.' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { readInfo } = await import('../tool/info.ts')
    const { infoMarkdown } = await import('../tool/info-markdown.ts')
    const { resultJson } = await import('../printable.ts')
    const report = await readInfo(root, (work) => withApp(root, this.io, work))
    this.io.result(this.json ? resultJson(report) : infoMarkdown(report))
    return 0
  }
}
