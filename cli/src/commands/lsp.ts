import { Writable } from 'node:stream'
import { Command, Option } from 'clipanion'
import { CliError } from '../cli-error.ts'
import { ownVersion } from '../installed-version.ts'
import { FwCommand } from './command.ts'

/** `fw lsp` serves an editor over the Language Server Protocol. */
export class LspCommand extends FwCommand {
  static override paths = [['lsp']]
  static override usage = Command.Usage({
    description: 'Serve an editor over the Language Server Protocol.',
    details:
      'Reports the findings of `fw check` for open files, saved or not, and offers fixes, hovers, completion, definitions, renames, symbols and inlay hints for the names of the framework. Editors start it, beside the language server of TypeScript. It serves all apps of the workspace and works with any version of TypeScript.',
    examples: [['Serve an editor', '$0 lsp --stdio']],
  })

  stdio = Option.Boolean('--stdio', false, { description: 'Communicate over stdin and stdout.' })

  async execute(): Promise<number> {
    if (!this.stdio)
      throw new CliError({
        code: 'bad_argument',
        title: 'fw lsp communicates with an editor, not with a terminal.',
        fix: 'Configure your editor to start "fw lsp --stdio".',
      })
    const { stdin, stdout } = this.context
    const write = stdout.write.bind(stdout)
    // Everything else that is printed would break the protocol.
    this.io.claimStdout()
    const output = new Writable({ write: (chunk, _encoding, done) => void write(chunk, done) })
    const { runLanguageServer } = await import('../lsp/language-server.ts')
    return runLanguageServer({ input: stdin, output, version: ownVersion() })
  }
}
