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

  /** Finds the app's root and makes it the working directory, so that relative paths of an app always mean the same. */
  enterApp(): string {
    const root = findAppRoot(this.context.cwd)
    process.chdir(root)
    return root
  }

  /**
   * Does the same as `enterApp`, and loads variables from `.env` that the environment doesn't set. For commands of a
   * development machine only: in production the environment is set outside, so `fw start` reads no file.
   */
  enterAppWithEnvFile(): string {
    const root = this.enterApp()
    readEnvFile(root)
    return root
  }

  abstract override execute(): Promise<number>
}
