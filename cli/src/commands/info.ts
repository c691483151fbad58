import type { AccessFileCheck } from '@fw/compiler'
import { READY_PATH } from '@fw/runtime/contract'
import type { FwServerOptions } from '@fw/runtime/server'
import { Command, Option } from 'clipanion'
import { isBuildFresh, withApp } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { FwCommand } from './command.ts'

/** `fw info` reports the versions, configuration and routes of the app. */
export class InfoCommand extends FwCommand {
  static override paths = [['info']]
  static override usage = Command.Usage({
    description: "Report the app's versions, configuration and routes.",
    details:
      'Prints versions, configuration, default models and the date of their prices, integrations, routes, schedules, and the MCP servers of the agent with the status of their tools. With --access, prints only who may call each function, and over which transports; with --access --check, prints how the sources differ from fw.access.json, and exits with 1 unless the file is current. Prints no secrets and writes no files. If the app does not load, reports only the information in its files. With --check, reports problems that the app would have in production, each with a fix, and exits with 1 for an error. A build that is newer than the sources is checked as `fw start` runs it.',
    examples: [
      ['Check the app for production', '$0 info --check'],
      ['Print the report as Markdown', '$0 info'],
      ['Print who may call each function', '$0 info --access'],
      ['Print the report as JSON', '$0 info --json'],
    ],
  })

  json = Option.Boolean('--json', false, { description: 'Print the report as JSON.' })

  access = Option.Boolean('--access', false, { description: 'Print who may call each function.' })

  check = Option.Boolean('--check', false, { description: 'Report problems that the app would have in production.' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    if (this.access) return this.listAccess(root)
    const { readInfo } = await import('../tool/info.ts')
    if (this.check) return this.examine(root)
    const { infoMarkdown } = await import('../tool/info-markdown.ts')
    const { resultJson } = await import('../printable-text.ts')
    const report = await readInfo(root, (work) => withApp(root, this.io, work))
    this.io.result(this.json ? resultJson(report) : infoMarkdown(report))
    return 0
  }

  async listAccess(root: string): Promise<number> {
    const { analyze, checkAccessFile, formatAccess, listAccess } = await import('@fw/compiler')
    const { printableText, resultJson } = await import('../printable-text.ts')
    const model = await analyze({ root })
    if (this.check) {
      const { state, differences } = await checkAccessFile(model)
      if (differences.length > 0) this.io.result(printableText(differences.join('\n')))
      return this.reportAccessFile(state)
    }
    const entries = listAccess(model)
    this.io.result(this.json ? resultJson(entries) : printableText(formatAccess(entries)))
    return 0
  }

  /** Fails unless `fw.access.json` is current. */
  reportAccessFile(state: AccessFileCheck['state']): number {
    if (state === 'current') {
      this.io.result('fw.access.json is current.')
      return 0
    }
    const isOff = state === 'off'
    throw new CliError({
      code: 'access_file',
      title: isOff
        ? "The app has no fw.access.json, because it doesn't require decisions."
        : `fw.access.json is ${state}.`,
      fix: isOff
        ? "Add access: 'required' to the configuration, and run fw build."
        : 'Run fw build, review the change of fw.access.json, and commit it.',
    })
  }

  async examine(root: string): Promise<number> {
    const { readInfo } = await import('../tool/info.ts')
    const { examine, printFindings } = await import('../tool/doctor.ts')
    // Guessable secrets are rejected only in production.
    if (await isBuildFresh(root)) process.env.NODE_ENV ??= 'production'
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
