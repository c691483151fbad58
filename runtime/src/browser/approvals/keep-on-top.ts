import { findClicked } from '../agent/click-path.ts'
import { onScriptClick } from '../agent/script-clicks.ts'

/**
 * Shows the open dialog again whenever the page opens a popover, which is drawn above the dialog and lets clicks through to
 * it: a person would approve a call without seeing it. While the dialog is open, scripts open no pickers of fields, which are drawn
 * above it, too, and can be closed just before a click.
 */
export function keepOnTop(dialog: HTMLDialogElement, show: () => void): void {
  const raise = () => {
    if (!dialog.open) return
    const { scrollTop } = dialog
    dialog.close()
    show()
    dialog.scrollTop = scrollTop
  }
  const watch = ({ newState, target }: ToggleEvent) => {
    if (newState === 'open' && target instanceof HTMLElement && target.popover) queueMicrotask(raise)
  }
  addEventListener('beforetoggle', watch, true)
  document.addEventListener('fullscreenchange', raise)
  watchShadows(raise)
  refusePickers(() => dialog.open)
}

function refusePickers(isOpen: () => boolean): void {
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement]) {
    const show = prototype.showPicker as (() => void) | undefined // older browsers lack it
    if (show === undefined) continue
    prototype.showPicker = function (this: HTMLInputElement & HTMLSelectElement) {
      // As without a gesture of a person.
      if (isOpen()) throw new DOMException('Calls are pending approval.', 'NotAllowedError')
      show.call(this)
    }
  }
  onScriptClick((target) => {
    const label = findClicked<HTMLLabelElement>(target, 'label')
    const field = findClicked(target, 'input') ?? label?.control
    return isOpen() && field instanceof HTMLInputElement && field.type === 'color'
  })
}

/** The event of a popover in a shadow root ends at that root. */
function watchShadows(onOpen: () => void): void {
  for (const name of ['showPopover', 'togglePopover'] as const) {
    const open = HTMLElement.prototype[name] as ((...given: unknown[]) => unknown) | undefined // older browsers lack it
    if (open === undefined) continue
    function watched(this: HTMLElement, ...given: unknown[]): unknown {
      const result = open?.apply(this, given)
      if (this.getRootNode() instanceof ShadowRoot && this.matches(':popover-open')) queueMicrotask(onOpen)
      return result
    }
    Reflect.set(HTMLElement.prototype, name, watched)
  }
  // A button in a shadow root opens a popover without a call. A person can't click outside of the open dialog.
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const hasShadow = target instanceof Element && (target.shadowRoot !== null || target.localName.includes('-'))
      if (hasShadow && !isTrusted) setTimeout(onOpen)
    },
    true,
  )
}
