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

/**
 * A person uses a control, or writes in a field that the agent filled at the step `before`. The turn ends after the gesture, or with
 * the next: listeners of this one may belong to what the agent has left open.
 */
export function endTurn(before: number = countSteps()): void {
  finish = () => {
    seen = Math.max(seen, before)
    finish = undefined
  }
  setTimeout(finish)
}

/** A person's next press or key begins. */
export function settleTurn(): void {
  finish?.()
}
