/** Reports schemas whose TypeScript types are unknown, so that the generated types can't describe them. */
import { TOOL_TYPES_FILE } from '../analyze/apis/register-types.ts'
import type { AppModel } from '../model.ts'

/** Returns one message that names every unknown part, or `undefined` if all types are known. */
export function describeSchemaGaps({ modules }: AppModel): string | undefined {
  const gaps = modules
    .flatMap(({ apis }) => apis)
    .flatMap(({ tool, input, output }) =>
      [input, output].flatMap((contract) =>
        contract.source === 'schema'
          ? (contract.gaps ?? []).map(({ path, type }) => `${path} of ${tool} ("${type}")`)
          : [],
      ),
    )
  if (gaps.length === 0) return undefined
  return `${TOOL_TYPES_FILE} has the type unknown for ${gaps.join(', ')}. Declare a more precise type for ${
    gaps.length === 1 ? 'this schema' : 'these schemas'
  }.`
}
