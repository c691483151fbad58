/**
 * Whose turn it is in the page: an agent's since it has acted, and a person's once the person has used a control after that. In the
 * agent's turn, what a page shows may be the work of an agent that the person hasn't taken up, such as an open editor.
 */
import { countActs, countContinuations } from '../calls/cause.ts'

/** The number of an agent's steps before a person's last use of a control. */
let seen = 0
let finish: (() => void) | undefined

/** Returns how often agents have acted, or have continued an act. */
export function countSteps(): number {
  return countActs() + countContinuations()
}

/** Whether an agent has acted since a person last used a control. */
export function isAgentsTurn(): boolean {
  return countSteps() > seen
}

/** A press or key that is down, or has just ended, with the number of an agent's steps when it began. */
let press: { readonly steps: number } | undefined
/** Time in milliseconds after a press within which its click follows, which is a task of its own for a finger. */
const CLICK_MS = 500

/**
 * A person uses a control, or writes in a field that the agent filled at the step `before`. The turn ends after the gesture, or with
 * the next: listeners of this one may belong to what the agent has left open. What an agent does during a press is another turn.
 */
export function endTurn(before: number = press?.steps ?? countSteps()): void {
  finish = () => {
    seen = Math.max(seen, before)
    finish = undefined
  }
  setTimeout(finish)
}

/** A person's next press or key begins. */
export function beginPress(): void {
  finish?.()
  press = { steps: countSteps() }
}

/** The press or key ends. Assistive technology clicks without one. */
export function endPress(): void {
  const ended = press
  setTimeout(() => {
    if (press === ended) press = undefined
  }, CLICK_MS)
}
