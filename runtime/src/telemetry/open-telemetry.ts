/**
 * Traces and metrics through the OpenTelemetry api, for whichever SDK the process has registered. The only importer of that
 * package. Without an SDK it is not even loaded, and nothing here runs.
 */
import type * as Api from '@opentelemetry/api'
import type { CallObserver, TurnObserver } from '#contract/telemetry.ts'
import { VERSION } from '#contract/version.ts'
import { createCallMeter } from './measure-calls.ts'
import { createRequestMeter, type RequestMeter } from './measure-requests.ts'
import { createTurnMeter } from './measure-turns.ts'

export interface TelemetryOptions {
  /** Whether spans carry what tools were called with and what they answered. */
  readonly content: boolean
  readonly now: () => number
}

/** What an app measures. */
export interface Telemetry {
  readonly requests: RequestMeter
  readonly calls: CallObserver
  readonly turns: TurnObserver
  /** A person discarded a proposal; approved ones end with their call. */
  rejected(proposal: string): void
}

/** Where every copy of the api package keeps what was registered. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** Whether the process has registered a provider of traces or of metrics with the api. */
export function hasOpenTelemetry(): boolean {
  const registry = (globalThis as { readonly [REGISTRY]?: { readonly trace?: unknown; readonly metrics?: unknown } })[
    REGISTRY
  ]
  return registry?.trace !== undefined || registry?.metrics !== undefined
}

/** Undefined when neither traces nor metrics would go anywhere. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const api = await import('@opentelemetry/api')
  if (!hasTracer(api) && api.metrics.getMeter(SCOPE) === api.createNoopMeter()) return undefined
  const tracer = api.trace.getTracer(SCOPE, VERSION)
  const meter = api.metrics.getMeter(SCOPE, VERSION)
  const { observe, rejected } = createCallMeter(api, { tracer, meter, ...options })
  return {
    requests: createRequestMeter(api, { tracer, meter }),
    calls: observe,
    turns: createTurnMeter(api, { tracer, meter, content: options.content }),
    rejected,
  }
}

const SCOPE = '@fw/runtime'

/** The api's own provider stands in until an SDK registers one; that of another copy of the package was registered. */
function hasTracer({ trace, ProxyTracerProvider }: typeof Api): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined
}
