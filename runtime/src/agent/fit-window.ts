/** Runs a round of the model in a conversation that may exceed its context window: the older part is then summarised. */
import type { Compaction } from '#contract/agent/compaction.ts'
import { type ModelRequest, ProviderError, type ResolvedModel } from '#contract/agent/model.ts'
import {
  findOlderPart,
  measure,
  type OlderPart,
  replaceOlderPart,
  SUMMARY_RULES,
  writeTranscript,
} from './compact-history.ts'
import { createFenceSecret } from './fence.ts'
import { findWindow } from './known-models.ts'
import { type Round, type RoundOptions, runRound } from './round.ts'
import type { TurnRecord } from './turn-record.ts'

/** Most summaries of one turn. A conversation that is too long with them can't be continued. */
const MAX_COMPACTIONS = 2
/** Attempts to summarise, each with half of the text. */
const ATTEMPTS = 3
/** Average number of characters in a token. */
const CHARACTERS = 4
/** Share of the window that the messages may fill: the rest is for the tools and the reply. */
const FULL = 0.9
const SUMMARY_TOKENS = 4_096

export interface CompactionEvent extends Compaction {
  readonly type: 'compaction'
}

interface WindowOptions extends RoundOptions {
  readonly record: TurnRecord
}

/**
 * Runs a round. If the conversation fills the known window of the model, or the provider reports that it is too long, the
 * older part is replaced by a summary, at most twice in a turn.
 *
 * @param createRequest Returns the request for the conversation of the record.
 * @throws ProviderError
 */
export async function* runFittingRound(
  options: WindowOptions,
  createRequest: () => ModelRequest,
): AsyncGenerator<CompactionEvent, Round> {
  for (;;) {
    const request = createRequest()
    if (isFull(request)) {
      const refusal = yield* compact(options, request)
      if (refusal === true) continue
      if (refusal !== false) return refusal
    }
    try {
      return await runRound(options, request)
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isTooLong) throw error
      const refusal = yield* compact(options, request)
      if (refusal === false) throw error
      if (refusal !== true) return refusal
    }
  }
}

function isFull({ model, system, messages }: ModelRequest): boolean {
  const window = findWindow(model)
  return window !== undefined && (system.length + measure(messages)) / CHARACTERS > window * FULL
}

/** Summarises the older part. Returns whether it did, or the refusal of the budget. */
async function* compact(
  options: WindowOptions,
  request: ModelRequest,
): AsyncGenerator<CompactionEvent, boolean | Extract<Round, { refusal: unknown }>> {
  const { record } = options
  const part = record.compactionCount < MAX_COMPACTIONS ? findOlderPart(record.messages) : undefined
  if (part === undefined) return false
  const summary = await summarise(options, request, part)
  if (typeof summary !== 'string') return summary
  const compaction = { messages: part.end, summary }
  const { messages, marks } = record
  const replaced = replaceOlderPart(messages, part, { summary, isTainted: marks.tainted })
  await record.compact(replaced, compaction)
  yield { type: 'compaction', ...compaction }
  return true
}

/** Returns the summary, `false` if the model writes none, or the refusal of the budget. */
async function summarise(
  { listener: _, record, ...options }: WindowOptions,
  request: ModelRequest,
  { end }: OlderPart,
): Promise<string | false | Extract<Round, { refusal: unknown }>> {
  const older = record.messages.slice(0, end)
  let limit = chooseLimit(request.model, measure(record.messages))
  for (let attempt = 1; ; attempt++) {
    const content = writeTranscript(older, limit, createFenceSecret())
    const { model, tools: _tools, deferred: _deferred, ...rest } = request
    const { maxOutputTokens: most = SUMMARY_TOKENS } = model.settings ?? {}
    try {
      const round = await runRound(options, {
        ...rest,
        model: {
          ...model,
          settings: { ...model.settings, reasoning: 'low', maxOutputTokens: Math.min(most, SUMMARY_TOKENS) },
        },
        system: SUMMARY_RULES,
        messages: [{ role: 'user', content }],
        tools: [],
      })
      if ('refusal' in round) return round
      const { text = '', stopReason, usage } = round.reply
      record.addUsage(usage)
      return stopReason === 'refusal' || text.trim() === '' ? false : text.trim()
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isTooLong || attempt >= ATTEMPTS) throw error
      limit = Math.floor(limit / 2)
    }
  }
}

/** Returns the characters of a transcript: half of the window, or of the conversation that exceeds an unknown one. */
function chooseLimit(model: ResolvedModel, length: number): number {
  const window = findWindow(model)
  return Math.floor(window === undefined ? length / 2 : Math.min(length, (window * CHARACTERS) / 2))
}
