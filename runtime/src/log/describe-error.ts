/** Converts a thrown value to plain data for a log entry. Never throws, because thrown values can be anything. */

/** An error in a JSON log entry. */
export interface DescribedError {
  readonly name?: string
  readonly message: string
  readonly code?: string | number
  readonly stack?: string
  readonly cause?: DescribedError
  /** Errors of an `AggregateError`; at most ten. */
  readonly errors?: readonly DescribedError[]
}

const MAX_CAUSES = 5
const MAX_ERRORS = 10

export function describeError(thrown: unknown, depth = 0): DescribedError {
  try {
    return thrown instanceof Error ? describe(thrown, depth) : { message: toText(thrown) }
  } catch {
    return { message: 'something that cannot be shown was thrown' }
  }
}

function describe(
  error: Error & { readonly code?: unknown; readonly errors?: unknown },
  depth: number,
): DescribedError {
  const { name, message, stack, code, cause, errors } = error
  const deeper = depth < MAX_CAUSES
  return {
    name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || !deeper ? {} : { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) && deeper
      ? { errors: errors.slice(0, MAX_ERRORS).map((one) => describeError(one, depth + 1)) }
      : {}),
  }
}

function toText(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null) return JSON.stringify(thrown) ?? String(thrown)
  return String(thrown)
}
