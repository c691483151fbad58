import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'clipanion'
import { checkSources, stopAtErrors, withApp } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { FILES } from '../complete/complete.ts'
import { resultJson } from '../printable-text.ts'
import { FwCommand } from './command.ts'

/** `fw export openapi` writes the OpenAPI document of the app's functions, and `fw export client` an npm package with them. */
export class ExportCommand extends FwCommand {
  static override paths = [['export']]
  static override values = { '': ['openapi', 'client'], '--out': FILES, '--format': ['json', 'yaml'] } as const
  static override usage = Command.Usage({
    description: "Write the OpenAPI 3.1 document of the app's functions, or an npm package that calls them.",
    details:
      'openapi prints the document, with every function. A function that has an address of its own (http) is listed there, and any other one at POST /_fw/api/<name>. openapi in fw.config.ts serves the document at /_fw/openapi.json. client writes an npm package without dependencies to the folder --out: a typed function for each one of the app, for Node, Bun, Deno and browsers. It writes only changed files, removes those that it wrote before and that are outdated, and refuses a folder with other files. The same sources always give the same result. Starts no server, and needs no option in the configuration.',
    examples: [
      ['Print the document', '$0 export openapi'],
      ['Write the functions that an anonymous caller may call', '$0 export openapi --public --out openapi.json'],
      ['Write YAML', '$0 export openapi --format yaml --out openapi.yaml'],
      ['Write an npm package that calls the functions', '$0 export client --out packages/shop-client'],
      [
        'Choose its name and its version',
        '$0 export client --out packages/shop-client --name @acme/shop --version 1.4.0',
      ],
    ],
  })

  kind = Option.String({ name: 'openapi|client', required: true })
  isPublic = Option.Boolean('--public', false, {
    description: 'Only the functions that the public document of the app lists.',
  })
  out = Option.String('--out', {
    description: 'openapi: file to write. Default: stdout. client: folder of the package.',
  })
  format = Option.String('--format', { description: 'openapi: json or yaml. Default: json.' })
  name = Option.String('--name', {
    description: 'client: name of the package. Default: that of the package in the folder, or else of the folder.',
  })
  version = Option.String('--version', { description: 'client: version of the package. Default: that of the app.' })
  json = Option.Boolean('--json', false, { description: 'client: print what has been written as JSON.' })

  async execute(): Promise<number> {
    const { kind } = this
    if (kind === 'openapi') return this.#exportDocument()
    if (kind === 'client') return this.#exportClient()
    throw new CliError({
      code: 'bad_argument',
      title: `"${kind}" can't be exported.`,
      fix: 'Write fw export openapi, or fw export client.',
    })
  }

  async #exportDocument(): Promise<number> {
    const { isPublic, out, format = 'json' } = this
    this.#refuseFlags({ '--name': this.name, '--version': this.version, '--json': this.json || undefined })
    if (format !== 'json' && format !== 'yaml')
      throw new CliError({
        code: 'bad_flag',
        title: `The format "${format}" isn't known.`,
        fix: 'Write --format json or --format yaml.',
      })
    const file = out === undefined ? undefined : resolve(this.context.cwd, out)
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    await stopAtErrors(root, this.io)
    const { writeDocument } = await import('../tool/write-openapi.ts')
    const text = await withApp(root, this.io, (server) => writeDocument(server, { root, isPublic, format }))
    if (file === undefined) this.io.result(text.trimEnd())
    else {
      writeFileSync(file, text)
      this.io.note(`Wrote ${out}`)
    }
    return 0
  }

  async #exportClient(): Promise<number> {
    const { isPublic, out, name, version, json } = this
    this.#refuseFlags({ '--format': this.format })
    if (out === undefined)
      throw new CliError({
        code: 'bad_flag',
        title: 'fw export client needs the folder of the package.',
        fix: 'Pass it with --out, such as --out packages/shop-client.',
      })
    const folder = resolve(this.context.cwd, out)
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const model = await checkSources(root, this.io)
    const { writeClient } = await import('../tool/write-client.ts')
    const report = await withApp(root, this.io, (server) =>
      writeClient(server, { root, model, folder, out, name, version, isPublic }),
    )
    const { functions, written, removed } = report
    if (json) this.io.result(resultJson(report))
    else {
      const removals = removed.length === 0 ? '' : `, and removed ${removed.join(', ')}`
      this.io.note(
        written.length === 0 && removed.length === 0
          ? `${out} is current: ${report.name}@${report.version} with ${functions.length} functions.`
          : `Wrote ${report.name}@${report.version} with ${functions.length} functions to ${out}${removals}.`,
      )
    }
    return 0
  }

  #refuseFlags(flags: Readonly<Record<string, string | boolean | undefined>>): void {
    const [flag] = Object.keys(flags).filter((key) => flags[key] !== undefined)
    if (flag === undefined) return
    throw new CliError({
      code: 'bad_flag',
      title: `${flag} doesn't apply to fw export ${this.kind}.`,
      fix: 'Leave it out. fw export --help lists the flags of each kind.',
    })
  }
}
