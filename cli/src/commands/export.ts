import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'clipanion'
import { stopAtErrors, withApp } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw export openapi` writes the OpenAPI document of the app's functions. */
export class ExportCommand extends FwCommand {
  static override paths = [['export']]
  static override values = { '': ['openapi'], '--out': FILES, '--format': ['json', 'yaml'] } as const
  static override usage = Command.Usage({
    description: "Write the OpenAPI 3.1 document of the app's functions.",
    details:
      'Prints the document, with every function. A function that has an address of its own (http) is listed there, and any other one at POST /_fw/api/<name>. The same sources always give the same document. Starts no server, and needs no option in the configuration; openapi in fw.config.ts serves the document at /_fw/openapi.json.',
    examples: [
      ['Print the document', '$0 export openapi'],
      ['Write the functions that an anonymous caller may call', '$0 export openapi --public --out openapi.json'],
      ['Write YAML', '$0 export openapi --format yaml --out openapi.yaml'],
    ],
  })

  kind = Option.String({ name: 'openapi', required: true })
  isPublic = Option.Boolean('--public', false, {
    description: 'List only the functions that the public document of the app lists.',
  })
  out = Option.String('--out', { description: 'File to write. Default: stdout.' })
  format = Option.String('--format', 'json', { description: 'json or yaml. Default: json.' })

  async execute(): Promise<number> {
    const { kind, isPublic, out, format } = this
    if (kind !== 'openapi')
      throw new CliError({
        code: 'bad_argument',
        title: `"${kind}" can't be exported.`,
        fix: 'Write fw export openapi.',
      })
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
}
