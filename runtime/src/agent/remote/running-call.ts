/**
 * A call until its end. A server with sessions (revisions of 2025) may ask over an open connection meanwhile. The call then
 * waits for the response, and neither its timeout nor the end of its turn ends it.
 */
import type { QuestionResponse, ServerQuestion } from '#contract/agent/question.ts'
import { readQuestion } from '#contract/approval/read-question.ts'
import { addQuestion, type QuestionLog } from './declined-questions.ts'

/** A question without a response. */
export interface OpenQuestion {
  readonly question: ServerQuestion
  respond(response: QuestionResponse): void
}

interface CallLimits {
  readonly canAsk: boolean
  /** The end of the turn. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** Questions of one call. Further ones are declined. */
const MAX_ASKED = 20

export class RunningCall {
  /** Questions that no user can respond to. */
  readonly declined: QuestionLog = []
  readonly #limits: CallLimits
  readonly #control = new AbortController()
  readonly #open: OpenQuestion[] = []
  #asked = 0
  #isGivenUp = false
  #timer: NodeJS.Timeout | undefined
  #onQuestion: (() => void) | undefined

  constructor(limits: CallLimits) {
    this.#limits = limits
    if (limits.signal.aborted) this.abort()
    else limits.signal.addEventListener('abort', this.abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  /** Receives a question of the server, and resolves to the response. */
  async receive(params: unknown): Promise<QuestionResponse> {
    this.#asked += 1
    const isShown = this.#limits.canAsk && !this.#isGivenUp && this.#asked <= MAX_ASKED
    const question = isShown ? readQuestion('question', params) : undefined
    if (question === undefined) {
      addQuestion(this.declined, params)
      return { action: 'decline' }
    }
    return new Promise((respond) => {
      this.#open.push({ question, respond })
      this.#onQuestion?.()
    })
  }

  /** Resolves to the oldest question without a response, once there is one. */
  async nextQuestion(): Promise<OpenQuestion> {
    const [first] = this.#open
    if (first === undefined) await new Promise<void>((resolve) => (this.#onQuestion = resolve))
    return this.#open.shift() ?? this.nextQuestion()
  }

  /** Stops the timeout while the call waits for the user, also after its turn. */
  wait(): void {
    clearTimeout(this.#timer)
    this.#limits.signal.removeEventListener('abort', this.abort)
  }

  /** Starts the timeout again. */
  go(): void {
    clearTimeout(this.#timer)
    const { timeoutMs } = this.#limits
    const reason = new Error(`The server has not responded for ${timeoutMs / 1000} seconds.`)
    this.#timer = setTimeout(() => this.#control.abort(reason), timeoutMs)
    this.#timer.unref()
  }

  /** Declines all further questions: the user has not responded in time. */
  giveUp(): void {
    this.#isGivenUp = true
    for (const { respond } of this.#open.splice(0)) respond({ action: 'decline' })
    this.go()
  }

  end(): void {
    this.wait()
  }

  readonly abort = (): void => {
    this.wait()
    this.#control.abort(new Error('The call was ended.'))
  }
}
