/** Writes a scripted reply in the form of Gemini's `generateContent`. */
import { toFields, toRecords } from '#contract/is-object.ts'
import type { ScriptedStepData } from '../script.ts'
import { formatData, getUsage, joinText, listCalls, signReasoning, splitText, type WireWriter } from './wire-writer.ts'

export const geminiWire: WireWriter = {
  identify: () => ({}),
  readRequest: (path, body) => ({
    model: decodeURIComponent(/\/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
    system: joinText(toFields(body.systemInstruction).parts),
    tools: toRecords(body.tools).flatMap((tool) =>
      toRecords(tool.functionDeclarations).map(({ name }) => String(name)),
    ),
    stream: path.includes(':streamGenerateContent'),
  }),
  whole: (step, model) => writeChunk(step, model, listParts(step), getFinishReason(step)),
  events: (step, model) => [
    ...listParts(step).map((part) => formatData(writeChunk(step, model, [part]))),
    formatData(writeChunk(step, model, [], getFinishReason(step))),
  ],
  error: (status, message) => ({ error: { code: status, message, status: STATUSES[status] ?? 'UNKNOWN' } }),
  streamError: (message) => formatData({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** The first call of a reply, or else its last text, is signed if the model has reasoned. */
function listParts(step: ScriptedStepData): object[] {
  const { reasoning } = step
  const texts = splitText(step.text ?? '').map((text) => ({ text }))
  const calls = listCalls(step).map(({ name, input }) => ({ functionCall: { name, args: input } }))
  const parts: object[] = [...texts, ...calls]
  const signed = calls.length > 0 ? texts.length : texts.length - 1
  if (reasoning === undefined) return parts
  return parts.map((part, at) => (at === signed ? { ...part, thoughtSignature: signReasoning(reasoning) } : part))
}

function getFinishReason({ refusal, cut }: ScriptedStepData): string {
  return refusal !== undefined ? 'SAFETY' : cut ? 'MAX_TOKENS' : 'STOP'
}

function writeChunk(step: ScriptedStepData, model: string, parts: readonly object[], finishReason?: string): object {
  const { input, output, cached } = getUsage(step)
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        index: 0,
        ...(finishReason && { finishReason }),
        ...(step.refusal !== undefined && { finishMessage: step.refusal }),
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      cachedContentTokenCount: cached,
      totalTokenCount: input + output,
    },
    modelVersion: model,
    responseId: 'scripted-response',
  }
}
