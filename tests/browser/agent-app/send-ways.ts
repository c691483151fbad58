/** Ways in which code sends the form in the closed shadow root (`roots.tsx`). */
export const SEND_WAYS = [
  'requestSubmit',
  'submit',
  'click',
  'dispatched click',
  'click in the button',
  'click in a slot of the button',
  'label',
  'button elsewhere',
] as const

/** The way by content of a slot: an agent's click there isn't sent. */
export const SLOT_WAY = 'click in a slot of the button'
/** Ways that an agent can use. */
export const AGENT_WAYS = SEND_WAYS.filter((way) => way !== SLOT_WAY)
