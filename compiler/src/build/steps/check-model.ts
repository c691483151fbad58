/** The first step of a build: the app's model, or the errors for which there is nothing to build. */
import { type FwConfig, formatCount } from '@fw/runtime/contract'
import { check } from '#check.ts'
import { printDiagnostics } from '#diagnostic/print.ts'
import { describeSchemaGaps } from '#emit/schema-gaps.ts'
import type { AppModel } from '#model.ts'
import { unresolvedImport } from '#rules/modules/unresolved-import.ts'
import { staticOutput } from '#rules/pages/static-output.ts'
import { BuildError } from './build-error.ts'

/**
 * Returns the app's model with this configuration. Logs the check's findings and throws a `BuildError` if one of them
 * is an error.
 */
export async function checkModel(root: string, config: FwConfig, log: (line: string) => void): Promise<AppModel> {
  const { model, diagnostics: found } = await check({ root, config })
  // The build of a static site reports all static-output findings together, once it has rendered the pages. Failing
  // imports are reported by the bundler, since plugins of the app may resolve them.
  const diagnostics = found.filter(({ code }) => code !== staticOutput.code && code !== unresolvedImport.code)
  if (diagnostics.length > 0) log(printDiagnostics(diagnostics, 'pretty'))
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new BuildError(
      `The build stopped at ${formatCount(errors.length, 'error')}; nothing was written.`,
      diagnostics,
    )
  const gaps = describeSchemaGaps(model)
  if (gaps !== undefined) log(`warning  ${gaps}`)
  return model
}
