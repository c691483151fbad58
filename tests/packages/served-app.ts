/** An app that a line of a terminal serves. Every request is written down there with its answer. */
import { setTimeout as pause } from 'node:timers/promises'

interface Paper {
  print(text: string): void
  runBeside(line: string, port: string): Promise<void>
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Milliseconds that an edit has to be seen in, on a busy machine. */
const PATIENCE = 60_000

export class ServedApp {
  readonly #origin: string
  readonly #paper: Paper

  constructor(origin: string, paper: Paper) {
    this.#origin = origin
    this.#paper = paper
  }

  /** A page: its status, and what of its HTML the pattern finds. Waits until it shows `text`. */
  async page(path: string, shows: RegExp, text = ''): Promise<void> {
    const { status, type, text: html } = await this.#until((answer) => answer.text.includes(text), path)
    const found = [...html.matchAll(shows)].map(([element]) => `< … ${withoutMarks(element)}`)
    this.#paper.print([`> GET ${path}`, `< ${status} ${type}`, ...found].join('\n'))
  }

  /** Sends JSON. Waits until there is something at that path. */
  async post(path: string, body: unknown): Promise<void> {
    const json = JSON.stringify(body)
    const { status, text } = await this.#until((answer) => answer.status !== 404, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: json,
    })
    this.#paper.print(`> POST ${path} ${json}\n< ${status} ${text.trimEnd()}`)
  }

  /** Another line, in a second terminal. `3000` in it is the port of this app. */
  run(line: string): Promise<void> {
    return this.#paper.runBeside(line, new URL(this.#origin).port)
  }

  async #until(isThere: (answer: Answer) => boolean, path: string, init?: RequestInit): Promise<Answer> {
    for (const until = Date.now() + PATIENCE; ; await pause(100)) {
      const response = await fetch(this.#origin + path, init)
      const type = response.headers.get('content-type') ?? ''
      const answer = { status: response.status, type, text: await response.text() }
      if (isThere(answer)) return answer
      if (Date.now() > until) throw new Error(`${path} is still answered with ${answer.status}:\n${answer.text}`)
    }
  }
}

/** An element without attributes and comments. */
function withoutMarks(html: string): string {
  return html.replace(/<!--.*?-->/g, '').replace(/<(\w+) [^>]*>/g, '<$1>')
}
