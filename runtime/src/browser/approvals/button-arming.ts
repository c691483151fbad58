/**
 * When the buttons of the approval dialog act: after the layout of the dialog has been the same for a while. A press that was
 * meant for the page, or for another call that was in the same place, must not decide.
 */

/** Time in milliseconds for which the buttons don't act after a change of the layout. */
const ARM_MS = 500

interface ButtonArming {
  /** Disables the buttons, and enables them again once nothing has changed for a while. Call it after each change of the layout. */
  rearm(): void
  /** Returns whether a click on one of the buttons counts: its press began when the button could act, in the same place. */
  accepts(click: Event, button: HTMLElement): boolean
}

/** Arms the buttons in elements with the class `actions`. They keep the focus while they are disabled. */
export function armButtons(dialog: HTMLDialogElement): ButtonArming {
  /** Number of changes so far. */
  let changes = 0
  let isArmed = false
  /** Number of changes when the last press of a button began; -1 if the button couldn't act. */
  let press: number | undefined
  const places = new WeakMap<Element, string>()
  const listButtons = () => dialog.querySelectorAll<HTMLElement>('.actions button')
  const rearm = () => {
    const change = ++changes
    isArmed = false
    for (const button of listButtons()) button.ariaDisabled = 'true'
    setTimeout(() => {
      if (change !== changes || !dialog.open) return
      isArmed = true
      for (const button of listButtons()) {
        button.ariaDisabled = null
        places.set(button, readPlace(button))
      }
    }, ARM_MS)
  }
  // A script may have moved the dialog out of the top layer.
  const canAct = (button: Element) => isArmed && dialog.matches(':modal') && places.get(button) === readPlace(button)
  const notePress = ({ target, isTrusted, repeat }: Partial<KeyboardEvent>) => {
    const button = target instanceof Element ? target.closest('.actions button') : null
    press = button === null ? undefined : isTrusted && !repeat && canAct(button) ? changes : -1
  }
  for (const type of ['pointerdown', 'keydown']) dialog.addEventListener(type, notePress, true)
  watchLayout(dialog, () => dialog.open && rearm())
  return {
    rearm,
    accepts(click, button) {
      const isAble = canAct(button)
      // Assistive technology clicks without a press.
      const isMeant = isAble && (press === undefined || press === changes)
      press = undefined
      // The observers report a change in the next frame, and the click came first.
      if (isArmed && !isAble) rearm()
      return click.isTrusted && isMeant
    },
  }
}

function readPlace(button: Element): string {
  const { x, y, width, height } = button.getBoundingClientRect()
  return [x, y, width, height].join()
}

/** Watches the changes that no call causes: other sizes of content, window and view, and scrolling. */
function watchLayout(dialog: HTMLDialogElement, changed: () => void): void {
  const sizes = new ResizeObserver(changed)
  for (const part of [dialog, ...dialog.children]) sizes.observe(part)
  dialog.addEventListener('scroll', changed)
  document.addEventListener('visibilitychange', changed)
  addEventListener('resize', changed)
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, changed)
}
