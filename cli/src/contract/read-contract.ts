/** Derives the contract of the app's sources. */
import {
  type AppModel,
  type Contract,
  createChecker,
  listContract,
  needsRunTimeSchemas,
  printDiagnostics,
  type RunTimeSchemas,
} from '@fw/compiler'
import { withApp } from '../app.ts'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'

/** The contract of the sources, with the model that it was made from. */
interface SourceContract {
  readonly model: AppModel
  readonly contract: Contract
}

/**
 * Checks the sources and returns their contract. Loads the app only if it has schemas that are known at run time. Throws a
 * `CliError` after it has printed the errors of the sources.
 */
export async function readSourceContract(root: string, io: Io): Promise<SourceContract> {
  const { model, errors } = await checkSources(root, io)
  if (errors.length > 0) {
    io.note(printDiagnostics(errors, 'pretty').trimEnd())
    throw new CliError({
      code: 'app_errors',
      title: 'The app has errors.',
      fix: 'Correct them, then run the command again.',
    })
  }
  return { model, contract: listContract(model, needsRunTimeSchemas(model) ? await readSchemas(root, io) : {}) }
}

/** Returns the contract as far as it is known although the sources have errors, such as an import of an old name. */
export async function readBrokenContract(root: string, io: Io): Promise<SourceContract> {
  const { model } = await checkSources(root, io)
  const schemas = needsRunTimeSchemas(model) ? await readSchemas(root, io).catch(() => ({})) : {}
  return { model, contract: listContract(model, schemas) }
}

async function checkSources(root: string, io: Io) {
  io.progress('Checking')
  const checker = createChecker({ root })
  const { model, diagnostics } = await checker.check()
  checker.save()
  checker.close()
  return { model, errors: diagnostics.filter(({ severity }) => severity === 'error') }
}

function readSchemas(root: string, io: Io): Promise<RunTimeSchemas> {
  return withApp(root, io, async (server) => {
    await server.toolsReady()
    return Object.fromEntries(server.apiTools.map(({ name, input, output }) => [name, { input, output }]))
  })
}
