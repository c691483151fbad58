/**
 * When the buttons of the approval dialog act: after the browser has shown the dialog with the same layout for a while. A press
 * that was meant for the page, or for another call that was in the same place, must not decide. A key acts only after a pause.
 */

/** Time in milliseconds for which the buttons don't act after the browser has drawn a change of the layout. */
const ARM_MS = 500

interface ButtonArming {
  /** Disables the buttons, and enables them again once nothing has changed for a while. Call it after each change of the calls. */
  rearm(): void
  /** Returns whether a click on one of the buttons counts: its press began when the button could act, in the same place. */
  accepts(click: Event, button: HTMLElement): boolean
}

/** Arms the buttons in elements with the class `actions`. They keep the focus while they are disabled. */
export function armButtons(dialog: HTMLDialogElement): ButtonArming {
  /** Number of changes of the layout so far, and of changes of the calls. */
  let changes = 0
  let callChanges = 0
  let isArmed = false
  /** The same for keys: they press the button with the focus, wherever it is. */
  let isArmedForKeys = false
  /** When the focus last moved in the dialog, or a key last went down there. The next key may continue what a person does in the page. */
  let movedAt = -ARM_MS
  /** Whether something is drawn above the dialog, such as a modal dialog of the page. */
  let isCovered = false
  /** The last press of a button, with the number of changes when it began; `undefined` at the number if it couldn't act. */
  let press: { readonly isKey: boolean; readonly at: number | undefined } | undefined
  const places = new WeakMap<Element, string>()
  const listButtons = () => dialog.querySelectorAll<HTMLElement>('.actions button')
  const disarm = () => {
    const change = ++changes
    isArmed = false
    for (const button of listButtons()) button.ariaDisabled = 'true'
    afterShown(() => {
      if (change !== changes || !dialog.open || isCovered) return
      isArmed = true
      for (const button of listButtons()) {
        button.ariaDisabled = null
        places.set(button, readPlace(button))
      }
    })
  }
  const rearm = () => {
    const change = ++callChanges
    isArmedForKeys = false
    afterShown(() => {
      if (change === callChanges && !isCovered) isArmedForKeys = true
    })
    disarm()
    watchCover()
  }
  const watchCover = watchFrames(
    () => dialog.open,
    () => {
      const wasCovered = isCovered
      isCovered = isBehind(dialog)
      if (isCovered !== wasCovered) rearm()
    },
  )
  // A script may have moved the dialog out of the top layer.
  const isOnTop = () => dialog.open && dialog.matches(':modal')
  const canAct = (button: Element, isKey: boolean) =>
    isOnTop() && (isKey ? isArmedForKeys : isArmed && places.get(button) === readPlace(button))
  const notePress = ({ type, target, isTrusted, repeat, timeStamp }: Event & Partial<KeyboardEvent>) => {
    const button = target instanceof Element ? target.closest('.actions button') : null
    const isKey = type === 'keydown'
    const isHasty = isKey && timeStamp - movedAt < ARM_MS
    if (isKey) movedAt = timeStamp
    const isAble = button !== null && isTrusted && !repeat && !isHasty && canAct(button, isKey)
    press = button === null ? undefined : { isKey, at: isAble ? (isKey ? callChanges : changes) : undefined }
  }
  for (const type of ['pointerdown', 'keydown']) dialog.addEventListener(type, notePress, true)
  dialog.addEventListener('focusin', ({ timeStamp }) => {
    movedAt = timeStamp
  })
  watchLayout(dialog, () => dialog.open && disarm())
  return {
    rearm,
    accepts(click, button) {
      const { isKey = false, at = undefined } = press ?? {}
      const isAble = canAct(button, isKey)
      // Assistive technology clicks without a press.
      const isMeant = isAble && (press === undefined || at === (isKey ? callChanges : changes))
      press = undefined
      // The observers report a change in the next frame, and the click came first.
      if (isArmed && !canAct(button, false)) disarm()
      return click.isTrusted && isMeant
    },
  }
}

/** While a view transition waits for its callback, the browser draws nothing, but clicks already reach the new elements. */
function afterShown(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act, ARM_MS))
}

function readPlace(button: Element): string {
  const { x, y, width, height } = button.getBoundingClientRect()
  return [x, y, width, height].join()
}

/** Whether another element would get clicks on the dialog. No event announces all ways to open and close one above it. */
function isBehind(dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const middle = (from: number, to: number, size: number) => (Math.max(from, 0) + Math.min(to, size)) / 2
  const [x, y] = [middle(left, right, innerWidth), middle(top, bottom, innerHeight)]
  const root = dialog.getRootNode() as Document | ShadowRoot // it is in the document while it is open
  return !dialog.contains(root.elementFromPoint(x, y))
}

/** Returns a function that starts to call `look` before each drawn frame while `isOn` returns true, unless it has started. */
function watchFrames(isOn: () => boolean, look: () => void): () => void {
  let isWatching = false
  const next = () => {
    isWatching = isOn()
    if (!isWatching) return
    look()
    requestAnimationFrame(next)
  }
  return () => {
    if (isWatching) return
    isWatching = true
    requestAnimationFrame(next)
  }
}

/** Watches the changes that no call causes: other sizes of content, window and view, and scrolling. */
function watchLayout(dialog: HTMLDialogElement, changed: () => void): void {
  const sizes = new ResizeObserver(changed)
  for (const part of [dialog, ...dialog.children]) sizes.observe(part)
  dialog.addEventListener('scroll', changed)
  document.addEventListener('visibilitychange', changed)
  addEventListener('resize', changed)
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, changed)
  watchWindows(changed)
}

interface PictureInPicture extends EventTarget {
  readonly window: Window | null
}

/** Watches the windows that the browser shows above the page. A press that was meant for one reaches the page if a script closes it. */
function watchWindows(changed: () => void): void {
  document.addEventListener('leavepictureinpicture', changed, true)
  const { documentPictureInPicture: above } = globalThis as { readonly documentPictureInPicture?: PictureInPicture }
  const watch = () => {
    for (const type of ['pagehide', 'resize']) above?.window?.addEventListener(type, changed)
  }
  above?.addEventListener('enter', watch)
  watch()
}
