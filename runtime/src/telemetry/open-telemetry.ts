/**
 * Traces and metrics through the OpenTelemetry API, for the SDK that the process has registered. The only importer of that
 * package. Without an SDK, the package isn't loaded.
 */
import type * as Api from '@opentelemetry/api'
import type { CallObserver, TurnObserver } from '#contract/config/telemetry.ts'
import { VERSION } from '#contract/config/version.ts'
import { createCallMeter } from './measure-calls.ts'
import { createRequestMeter, type RequestMeter } from './measure-requests.ts'
import { createTurnMeter } from './measure-turns.ts'

interface TelemetryOptions {
  /** Whether spans contain inputs and results of tools. */
  readonly content: boolean
  /** Returns the input of a tool as spans may contain it. */
  readonly shownInput: (tool: string, input: unknown) => unknown
  readonly now: () => number
}

/** The instruments of an app. */
export interface Telemetry {
  readonly requests: RequestMeter
  readonly calls: CallObserver
  readonly turns: TurnObserver
  /** Records that a user rejected a proposal. Approved ones end with their call. */
  rejected(proposal: string): void
}

/** Key under which all copies of the API package store registered providers. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** Whether the process has registered a provider of traces or metrics. */
export function hasOpenTelemetry(): boolean {
  const registry = (globalThis as { readonly [REGISTRY]?: { readonly trace?: unknown; readonly metrics?: unknown } })[
    REGISTRY
  ]
  return registry?.trace !== undefined || registry?.metrics !== undefined
}

/** Opens telemetry; undefined if neither traces nor metrics have a provider. */
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

/**
 * Until an SDK registers a provider, the API returns its own proxy. Any other provider was registered through another copy
 * of the package.
 */
function hasTracer({ trace, ProxyTracerProvider }: typeof Api): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined
}
