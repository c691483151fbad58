import { defineAgent } from '@fw/runtime/agent'
import { addLine } from './trace.ts'

interface CallOptions {
  readonly prompt: readonly { readonly content: readonly { readonly text?: string }[] }[]
  readonly abortSignal: AbortSignal
}

/** A model that writes words slowly. The message `story 60 20` asks for 60 words, one in 20 milliseconds. */
const model = {
  specificationVersion: 'v4',
  provider: 'slow',
  modelId: 'words',
  async doStream({ prompt, abortSignal }: CallOptions) {
    const [name = '', count, intervalMs] = (prompt.at(-1)?.content[0]?.text ?? '').split(' ')
    addLine('replies', `${name} begins ${process.pid}`)
    abortSignal.addEventListener('abort', () => addLine('replies', `${name} is aborted`), { once: true })
    const parts = writeParts(Number(count), Number(intervalMs), abortSignal)
    const stream = new ReadableStream<object>({
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    return { stream }
  },
} as const

async function* writeParts(count: number, intervalMs: number, signal: AbortSignal): AsyncGenerator<object> {
  yield { type: 'text-start', id: '1' }
  for (let word = 0; word < count && !signal.aborted; word += 1) {
    yield { type: 'text-delta', id: '1', delta: `w${word} ` }
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
  yield { type: 'text-end', id: '1' }
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: count } }
  yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage }
}

export default defineAgent({ model, resumableStreams: true })
