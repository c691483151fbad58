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
