/** Spans `execute_tool …` for every call, counts of calls by tool and outcome, and the number of pending proposals. */
import type * as Api from '@opentelemetry/api'
import type { CallObserver, CallOutcome } from '#contract/config/telemetry.ts'

interface CallMeterOptions {
  readonly tracer: Api.Tracer
  readonly meter: Api.Meter
  readonly content: boolean
  readonly shownInput: (tool: string, input: unknown) => unknown
  readonly now: () => number
}

interface CallMeter {
  readonly observe: CallObserver
  rejected(proposal: string): void
}

export function createCallMeter(api: typeof Api, options: CallMeterOptions): CallMeter {
  const { tracer, meter, content, shownInput, now } = options
  const { context, trace, SpanKind, SpanStatusCode } = api
  const calls = meter.createCounter('fw.tool.calls', {
    description: 'Calls of tools, including refused ones.',
    unit: '{call}',
  })
  const pending = trackPending(meter, now)

  const end = (span: Api.Span, tool: string, origin: string, outcome: CallOutcome): void => {
    const { guard, code, parked, approves } = outcome
    const failed = code !== 'ok' && code !== 'proposal'
    span.setAttributes({
      'fw.guard': guard,
      'fw.outcome': code,
      ...(failed ? { 'error.type': code } : {}),
      ...(content ? getContent(shownInput(tool, outcome.input), outcome.result) : {}),
    })
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    if (parked !== undefined) {
      pending.add(parked.id, parked.expiresAt)
      span.addEvent('fw.proposal.parked', { 'fw.proposal.id': parked.id })
    }
    if (approves !== undefined) {
      pending.remove(approves)
      span.addEvent('fw.proposal.settled', { 'fw.proposal.id': approves, 'fw.proposal.decision': 'approve' })
    }
    span.end()
    calls.add(1, { 'gen_ai.tool.name': tool, 'fw.origin': origin, 'fw.outcome': code })
  }

  return {
    observe(tool, origin) {
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.type': 'function',
        'fw.origin': origin,
      }
      const span = tracer.startSpan(`execute_tool ${tool}`, { kind: SpanKind.INTERNAL, attributes })
      const inside = trace.setSpan(context.active(), span)
      let ended = false
      return {
        within: (work) => context.with(inside, work),
        end(outcome) {
          if (ended) return
          ended = true
          end(span, tool, origin, outcome)
        },
      }
    },
    rejected(proposal) {
      pending.remove(proposal)
      trace.getActiveSpan()?.addEvent('fw.proposal.settled', {
        'fw.proposal.id': proposal,
        'fw.proposal.decision': 'reject',
      })
    },
  }
}

/** Returns the input and the result of a call. Used only if the app enables contents. */
function getContent(input: unknown, result: unknown): Api.Attributes {
  return {
    ...(input === undefined ? {} : { 'gen_ai.tool.call.arguments': toText(input) }),
    ...(result === undefined ? {} : { 'gen_ai.tool.call.result': toText(result) }),
  }
}

/** The values of a direct call may not be JSON. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '[not JSON]'
  }
}

/** Tracks the pending proposals that this process created. */
function trackPending(meter: Api.Meter, now: () => number) {
  const open = new Map<string, number>()
  const gauge = meter.createObservableGauge('fw.proposals.pending', {
    description: 'Pending proposals that this process created.',
    unit: '{proposal}',
  })
  gauge.addCallback((result) => {
    for (const [id, expiresAt] of open) if (expiresAt <= now()) open.delete(id)
    result.observe(open.size)
  })
  return {
    add(id: string, expiresAt: number): void {
      // Removes expired entries, so that the map stays small even if the gauge is never read.
      for (const [known, until] of open) {
        if (until > now()) break
        open.delete(known)
      }
      open.set(id, expiresAt)
    },
    remove: (id: string): void => void open.delete(id),
  }
}
