/**
 * Clicks by scripts, before any listener: a click in a closed shadow root has the host as its target, and a submit event ends
 * at the root.
 */

/** Called with the clicked element. Returns `true` to leave the click out. */
type OnClick = (element: Element) => boolean

const listeners: OnClick[] = []

/** Calls the listener before each later click by a script, outside of a user's clicks. */
export function onScriptClick(listener: OnClick): void {
  // A preview run leaves clicks out before others note them.
  if (listeners.unshift(listener) > 1) return
  const { click } = HTMLElement.prototype
  HTMLElement.prototype.click = function () {
    if (!isLeftOut(this)) click.call(this)
  }
  const { dispatchEvent } = EventTarget.prototype
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === 'click' && this instanceof Element && isLeftOut(this)) return false
    return dispatchEvent.call(this, event)
  }
}

function isLeftOut(element: Element): boolean {
  return listeners.some((listener) => listener(element))
}
