/** Version, names and errors of the Agent2Agent protocol. */
import type { FwError } from '#contract/http/error.ts'

/** The only supported version; its patch number doesn't matter. */
export const A2A_VERSION = '1.0'

/** Media type of the HTTP binding. */
export const A2A_TYPE = 'application/a2a+json'

/** Whether a caller uses the supported version. A caller that sends none uses 0.3, which is another protocol. */
export function isSupported(version: string | undefined): boolean {
  return /^1\.0(?:\.\d+)?$/.test(version?.trim() ?? '')
}

interface A2aErrorRow {
  /** JSON-RPC code. */
  readonly rpc: number
  /** HTTP status of the HTTP binding. */
  readonly status: number
  /** Name of the `google.rpc.Code`. */
  readonly grpc: string
  readonly text: string
}

/** Maps the reason of the `google.rpc.ErrorInfo` to codes (specification, 5.4 and 9.5). */
const A2A_ERRORS = {
  TASK_NOT_FOUND: { rpc: -32001, status: 404, grpc: 'NOT_FOUND', text: 'Task not found.' },
  TASK_NOT_CANCELABLE: { rpc: -32002, status: 400, grpc: 'FAILED_PRECONDITION', text: 'The task has ended already.' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: {
    rpc: -32003,
    status: 400,
    grpc: 'FAILED_PRECONDITION',
    text: 'This agent sends no push notifications. Subscribe to the task, or get it again later.',
  },
  UNSUPPORTED_OPERATION: { rpc: -32004, status: 400, grpc: 'FAILED_PRECONDITION', text: 'This is not supported here.' },
  CONTENT_TYPE_NOT_SUPPORTED: {
    rpc: -32005,
    status: 400,
    grpc: 'INVALID_ARGUMENT',
    text: 'This agent reads text, JSON, images and PDF files, and replies with text/plain and application/json.',
  },
  VERSION_NOT_SUPPORTED: {
    rpc: -32009,
    status: 400,
    grpc: 'FAILED_PRECONDITION',
    text: `This agent supports version ${A2A_VERSION}. Send the header "A2A-Version: ${A2A_VERSION}".`,
  },
  PARSE_ERROR: { rpc: -32700, status: 400, grpc: 'INVALID_ARGUMENT', text: 'Invalid JSON payload' },
  INVALID_REQUEST: { rpc: -32600, status: 400, grpc: 'INVALID_ARGUMENT', text: 'Request payload validation error' },
  METHOD_NOT_FOUND: { rpc: -32601, status: 404, grpc: 'UNIMPLEMENTED', text: 'Method not found' },
  INVALID_PARAMS: { rpc: -32602, status: 400, grpc: 'INVALID_ARGUMENT', text: 'Invalid parameters' },
  INTERNAL_ERROR: { rpc: -32603, status: 500, grpc: 'INTERNAL', text: 'Internal error' },
} as const satisfies Record<string, A2aErrorRow>

type A2aReason = keyof typeof A2A_ERRORS

/** An invalid field of a request, such as `message.parts`. */
interface Violation {
  readonly field: string
  readonly description: string
}

/** An error of the protocol. Operations throw it; each binding converts it to its own form. */
export class A2aError extends Error {
  readonly reason: A2aReason
  readonly metadata: Readonly<Record<string, string>>
  readonly violations: readonly Violation[]

  constructor(
    reason: A2aReason,
    { message, metadata = {}, violations = [] }: Partial<Pick<A2aError, 'message' | 'metadata' | 'violations'>> = {},
  ) {
    super(message ?? A2A_ERRORS[reason].text)
    this.name = 'A2aError'
    this.reason = reason
    this.metadata = metadata
    this.violations = violations
  }
}

/** Creates `INVALID_PARAMS` for one field. */
export function createParamsError(field: string, description: string): A2aError {
  return new A2aError('INVALID_PARAMS', {
    message: `Invalid parameters: ${field} ${description}.`,
    violations: [{ field, description }],
  })
}

/** An error with the values that both bindings need. */
export interface A2aFailure extends A2aErrorRow {
  /** `google.rpc` objects with their `@type`. */
  readonly details: readonly object[]
}

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'
const DOMAIN = 'a2a-protocol.org'

/** Converts errors of the protocol, and those of the server below it: callers, bodies, methods. */
export function toFailure(error: A2aError | FwError): A2aFailure {
  if (!(error instanceof A2aError)) return toServerFailure(error)
  const { reason, message, metadata, violations } = error
  const info = { '@type': ERROR_INFO, reason, domain: DOMAIN, ...(Object.keys(metadata).length > 0 && { metadata }) }
  return { ...A2A_ERRORS[reason], text: message, details: [info, ...toBadRequest(violations)] }
}

function toServerFailure({ code, status, message, issues = [] }: FwError): A2aFailure {
  const info = { '@type': ERROR_INFO, reason: code.toUpperCase(), domain: 'fw' }
  const violations = issues.map(({ path, message: description }) => ({ field: path, description }))
  const rpc = status >= 500 ? A2A_ERRORS.INTERNAL_ERROR.rpc : SERVER_REFUSAL
  return {
    rpc,
    status,
    grpc: GRPC[status] ?? toGrpcStatus(status),
    text: message,
    details: [info, ...toBadRequest(violations)],
  }
}

/** JSON-RPC reserves -32000 to -32099 for servers; the protocol uses the codes from -32001 down. */
const SERVER_REFUSAL = -32000

const GRPC: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

function toGrpcStatus(status: number): string {
  return status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT'
}

function toBadRequest(violations: readonly Violation[]): object[] {
  return violations.length === 0 ? [] : [{ '@type': BAD_REQUEST, fieldViolations: violations }]
}
