/**
 * The same form sent twice is run once: the second answer is the first one's. A form that comes back with something else in it,
 * as from a browser that went back a page, is neither: it is refused, and whoever sent it hears of the first one.
 */
import type { DataStore } from '#contract/data.ts'
import { FwError } from '#contract/error.ts'

/** What a form that was run is answered with. */
export interface FormOutcome {
  /** Where it leads. */
  readonly location: string
  /** The result as JSON. */
  readonly json?: string | undefined
  /** Whether the call became a proposal. */
  readonly isPending?: boolean
  /** `set-cookie`: a browser that sends a form again has dropped the answer that it waited for. */
  readonly cookies: readonly string[]
}

/** How long the key of a form stands for one run. */
const KEPT_MS = 600_000
/** How often, and how long, the run of another process is waited for. */
const POLL_MS = 50
const MOST_POLLS = 600

/** A form that was sent. */
export interface SentForm {
  /** Of this one form, as it was printed. */
  readonly key: string
  /** The same for the same fields. */
  readonly fields: string
  /** The outcome for another sending. Absent where that is known to be the same caller's, who gets the outcome of the run. */
  readonly repeated?: FormOutcome | undefined
}

type Kept = { readonly outcome: FormOutcome; readonly fields: string } | { readonly failed: number }

interface Running {
  readonly fields: string
  readonly outcome: Promise<FormOutcome>
}

/**
 * Runs forms by their keys. Throws `already_sent` for one that has run with other fields. A run that fails is none: the form
 * can be sent again. `pause` waits between two looks at
 * what another process does.
 */
export function createOnce(
  data: Pick<DataStore, 'claim' | 'read' | 'write'>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): (form: SentForm, run: () => Promise<FormOutcome>) => Promise<FormOutcome> {
  const running = new Map<string, Running>()

  const attempt = async (
    { key, fields, repeated }: SentForm,
    run: () => Promise<FormOutcome>,
  ): Promise<FormOutcome> => {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const text = await data.read(key)
      const kept = text === undefined ? { failed: 0 } : (JSON.parse(text) as Kept) // written below
      if ('outcome' in kept) return sameForm(kept, fields).outcome
      if (await data.claim(`${key}:${kept.failed}`, KEPT_MS)) {
        const keep = (value: Kept) => data.write(key, JSON.stringify(value), KEPT_MS)
        let outcome: FormOutcome
        try {
          outcome = await run()
        } catch (error) {
          await keep({ failed: kept.failed + 1 }).catch(() => undefined)
          throw error
        }
        // It has run: a store that fails now must not make a failure of it.
        await keep({ outcome: stripOutcome(outcome, repeated), fields }).catch(() => undefined)
        return outcome
      }
      await pause(POLL_MS)
    }
    throw new FwError('unavailable', { message: 'This form was sent before, and is still being worked on.' })
  }

  return async (form, run) => {
    const { key, fields } = form
    for (let before = running.get(key); before !== undefined; before = running.get(key)) {
      const outcome = await before.outcome.catch(() => undefined)
      if (outcome !== undefined)
        return sameForm({ outcome: stripOutcome(outcome, form.repeated), fields: before.fields }, fields).outcome
    }
    const outcome = attempt(form, run).finally(() => {
      if (running.get(key)?.outcome === outcome) running.delete(key)
    })
    running.set(key, { fields, outcome })
    return outcome
  }
}

/** What another sending receives. */
function stripOutcome(outcome: FormOutcome, repeated: FormOutcome | undefined): FormOutcome {
  return repeated === undefined ? outcome : { ...repeated, ...(outcome.isPending && { isPending: true }) }
}

function sameForm<Sent extends { readonly fields: string }>(before: Sent, fields: string): Sent {
  if (before.fields !== fields) throw new FwError('already_sent')
  return before
}
