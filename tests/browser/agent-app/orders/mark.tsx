import { intent } from '@fw/runtime'

/** With it, the page has the tools of an agent. */
export function Mark() {
  intent('idle', { description: 'Does nothing.', run: () => true })
  return <button type="button">Nothing</button>
}
