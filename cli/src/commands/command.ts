/** What every command of ours has in common. */
import { type BaseContext, Command } from 'clipanion'
import { findAppRoot, readEnvFile } from '../app.ts'
import type { CommandShape, ValueSource } from '../complete/complete.ts'
import type { Io, Terminal } from '../io.ts'

export interface FwContext extends BaseContext {
  stdin: Terminal['stdin']
  readonly io: Io
  readonly cwd: string
  /** Every command, as its class declares it. */
  readonly shapes: () => readonly CommandShape[]
}

/** A command answers its exit code, or throws: `CliError` for what the user can put right. */
export abstract class FwCommand extends Command<FwContext> {
  /** What a shell completes: by the name of an option, and of arguments by `''`. Default: nothing. */
  static values: Readonly<Record<string, ValueSource>> = {}

  get io(): Io {
    return this.context.io
  }

  /** The app's root; also becomes the working directory, so that an app's relative paths mean the same everywhere. */
  enterApp(): string {
    const root = findAppRoot(this.context.cwd)
    process.chdir(root)
    return root
  }

  /**
   * The same, for commands of a developer's machine: what stands in `.env` counts as set, unless the environment itself
   * says otherwise. Production has a real environment, so `fw start` reads no file.
   */
  enterAppWithEnvFile(): string {
    const root = this.enterApp()
    readEnvFile(root)
    return root
  }

  abstract override execute(): Promise<number>
}
