/** Base class of all commands. */
import { type BaseContext, Command } from 'clipanion'
import { findAppRoot, readEnvFile } from '../app.ts'
import type { CommandShape, ValueSource } from '../complete/complete.ts'
import type { Io, Terminal } from '../io.ts'

export interface FwContext extends BaseContext {
  stdin: Terminal['stdin']
  readonly io: Io
  readonly cwd: string
  /** All command classes. */
  readonly shapes: () => readonly CommandShape[]
}

/**
 * Base class of the commands. `execute` returns an exit code or throws; `CliError` is an error that the user can fix.
 */
export abstract class FwCommand extends Command<FwContext> {
  /** Shell completions by option name, and of arguments by `''`. Defaults to none. */
  static values: Readonly<Record<string, ValueSource>> = {}

  get io(): Io {
    return this.context.io
  }

  /**
   * Finds the app's root and makes it the working directory, so that the app's relative paths are resolved against it.
   */
  enterApp(): string {
    const root = findAppRoot(this.context.cwd)
    process.chdir(root)
    return root
  }

  /**
   * Finds the app's root, makes it the working directory, and loads variables from `.env` that the environment doesn't
   * set. Only for commands of development machines: `fw start` doesn't read `.env`.
   */
  enterAppWithEnvFile(): string {
    const root = this.enterApp()
    readEnvFile(root)
    return root
  }

  abstract override execute(): Promise<number>
}
