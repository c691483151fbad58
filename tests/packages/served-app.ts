/** An app that a command in a terminal serves. The transcript includes every request with its response. */
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

/** Milliseconds until an edit must be visible, on a busy machine. */
const PATIENCE = 60_000

export class ServedApp {
  readonly origin: string
  readonly #paper: Paper

  constructor(origin: string, paper: Paper) {
    this.origin = origin
    this.#paper = paper
  }

  /** Requests a page: its status, and the part of its HTML that the pattern matches. Waits until it shows `text`. */
  async page(path: string, shows: RegExp, text = ''): Promise<void> {
    const { status, type, text: html } = await this.#until((answer) => answer.text.includes(text), path)
    const found = [...html.matchAll(shows)].map(([element]) => `< … ${withoutMarks(element)}`)
    this.#paper.print([`> GET ${path}`, `< ${status} ${type}`, ...found].join('\n'))
  }

  /** Sends JSON. Waits until something exists at that path. */
  async post(path: string, body: unknown): Promise<void> {
    const json = JSON.stringify(body)
    const { status, text } = await this.#until((answer) => answer.status !== 404, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: json,
    })
    this.#paper.print(`> POST ${path} ${json}\n< ${status} ${text.trimEnd()}`)
  }

  /** Runs another command in a second terminal. `3000` in it is replaced with the port of this app. */
  run(line: string): Promise<void> {
    return this.#paper.runBeside(line, new URL(this.origin).port)
  }

  async #until(isThere: (answer: Answer) => boolean, path: string, init?: RequestInit): Promise<Answer> {
    for (const until = Date.now() + PATIENCE; ; await pause(100)) {
      const response = await fetch(this.origin + path, init)
      const type = response.headers.get('content-type') ?? ''
      const answer = { status: response.status, type, text: await response.text() }
      if (isThere(answer)) return answer
      if (Date.now() > until) throw new Error(`${path} still returns ${answer.status}:\n${answer.text}`)
    }
  }
}

/** Returns an element without attributes and comments. */
function withoutMarks(html: string): string {
  return html.replace(/<!--.*?-->/g, '').replace(/<(\w+) [^>]*>/g, '<$1>')
}
