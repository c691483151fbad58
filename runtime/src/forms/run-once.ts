/**
 * Runs a form once, even if it is sent twice: the second response is that of the first. A form that is sent again
 * with other content, for example after going back a page, is refused, and its sender learns the outcome of the first
 * one.
 */
import type { DataStore } from '#contract/config/data.ts'
import { FwError } from '#contract/http/error.ts'

/** The response to a form that ran. */
export interface FormOutcome {
  /** URL to redirect to. */
  readonly location: string
  /** The result as JSON. */
  readonly json?: string | undefined
  /** Whether the call became a proposal. */
  readonly isPending?: boolean
  /** `set-cookie` headers: a browser that sends a form again can have discarded the response to the first one. */
  readonly cookies: readonly string[]
  /**
   * For each of these cookies, a digest of the values that it had in the request. In a browser that has others by now, its header
   * would undo what another response has set.
   */
  readonly cookiesBefore?: readonly string[]
}

/** Time in milliseconds for which the key of a form allows one run. */
const KEY_TTL_MS = 600_000
/** Interval and number of polls for the run of another process. */
const POLL_MS = 50
const MAX_POLLS = 600

/** A submitted form. */
interface SentForm {
  /** Key of this form, created when it was printed. */
  readonly key: string
  /** Digest of the fields, equal for equal fields. */
  readonly fields: string
  /**
   * The outcome for a repeated submission. Absent if it is known to come from the same caller, who gets the outcome
   * of the run.
   */
  readonly repeated?: FormOutcome | undefined
  /**
   * The form as another caller at the same address may have sent it before: a run that sets cookies can sign its caller in
   * or out. Any caller may receive `outcome`.
   */
  readonly otherCaller?: { readonly key: string; readonly outcome: FormOutcome } | undefined
}

type StoredRun = EndedRun | { readonly failed: number }

interface EndedRun {
  readonly outcome: FormOutcome
  readonly fields: string
  /** The caller may have another identity since then. */
  readonly setsCookies: boolean
}

interface Running {
  readonly fields: string
  readonly outcome: Promise<FormOutcome>
}

/**
 * Creates the function that runs forms by their keys. A failed run doesn't count, so that the form can be sent again.
 *
 * @param pause Waits between two polls for a run of another process.
 * @throws FwError `already_sent` for a form that ran with other fields
 */
export function createFormRunner(
  data: Pick<DataStore, 'claim' | 'read' | 'write'>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): (form: SentForm, run: () => Promise<FormOutcome>) => Promise<FormOutcome> {
  const running = new Map<string, Running>()

  const attempt = async (
    { key, fields, repeated, otherCaller }: SentForm,
    run: () => Promise<FormOutcome>,
  ): Promise<FormOutcome> => {
    const read = async (of: string): Promise<StoredRun> => {
      const text = await data.read(of)
      return text === undefined ? { failed: 0 } : (JSON.parse(text) as StoredRun) // written below
    }
    for (let polls = 0; polls < MAX_POLLS; polls++) {
      const [stored, other] = await Promise.all([
        read(key),
        otherCaller && polls === 0 ? read(otherCaller.key) : undefined,
      ])
      // A signed-in caller with the same form may have stored it for guests: `repeated` is then their outcome.
      if ('outcome' in stored) return stripOutcome(requireSameFields(stored, fields).outcome, repeated)
      if (otherCaller !== undefined && other !== undefined && 'outcome' in other && other.setsCookies)
        return stripOutcome(requireSameFields(other, fields).outcome, otherCaller.outcome)
      if (await data.claim(`${key}:${stored.failed}`, KEY_TTL_MS)) {
        const save = (value: StoredRun, to = key) => data.write(to, JSON.stringify(value), KEY_TTL_MS)
        let outcome: FormOutcome
        try {
          outcome = await run()
        } catch (error) {
          await save({ failed: stored.failed + 1 }).catch(() => undefined)
          throw error
        }
        const ended = { fields, setsCookies: outcome.cookies.length > 0 }
        // The form has run, so a store that fails now must not make it a failure.
        await save({ outcome: stripOutcome(outcome, repeated), ...ended }).catch(() => undefined)
        // The cookies may be those of another session, with which the browser would repeat the form.
        if (otherCaller !== undefined && ended.setsCookies) {
          const shared = { outcome: stripOutcome(outcome, otherCaller.outcome), ...ended }
          await save(shared, otherCaller.key).catch(() => undefined)
        }
        return outcome
      }
      await pause(POLL_MS)
    }
    throw new FwError('unavailable', { message: 'This form was sent before and is still being processed.' })
  }

  return async (form, run) => {
    const { key, fields } = form
    for (let before = running.get(key); before !== undefined; before = running.get(key)) {
      const outcome = await before.outcome.catch(() => undefined)
      if (outcome !== undefined)
        return requireSameFields({ outcome: stripOutcome(outcome, form.repeated), fields: before.fields }, fields)
          .outcome
    }
    const outcome = attempt(form, run).finally(() => {
      if (running.get(key)?.outcome === outcome) running.delete(key)
    })
    running.set(key, { fields, outcome })
    return outcome
  }
}

/** Returns the outcome that a repeated submission receives. */
function stripOutcome(outcome: FormOutcome, repeated: FormOutcome | undefined): FormOutcome {
  return repeated === undefined ? outcome : { ...repeated, ...(outcome.isPending && { isPending: true }) }
}

function requireSameFields<Sent extends { readonly fields: string }>(before: Sent, fields: string): Sent {
  if (before.fields !== fields) throw new FwError('already_sent')
  return before
}
