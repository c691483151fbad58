/**
 * Clicks by scripts, before any listener: a click in a closed shadow root has the host as its target, and a submit event ends
 * at the root.
 */

/**
 * Called with the clicked node, and the event unless `click()` creates it. Returns whether only the listeners of the click run, and
 * the browser does nothing.
 */
type OnClick = (target: Node, event?: Event) => boolean

const listeners: OnClick[] = []

/** Calls the listener before each later click by a script, outside of a user's clicks. */
export function onScriptClick(listener: OnClick): void {
  if (listeners.push(listener) > 1) return
  const { click } = HTMLElement.prototype
  const { dispatchEvent } = EventTarget.prototype
  HTMLElement.prototype.click = function () {
    if (!isWithoutDefault(this)) click.call(this)
    else if (!this.matches(':disabled')) dispatchEvent.call(this, createClick())
  }
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === 'click' && this instanceof Node && isWithoutDefault(this, event)) {
      // Nothing prevents the default of an event that isn't cancelable.
      if (!event.cancelable) return false
      // No listener of the page can stop the event before this.
      event.preventDefault()
    }
    return dispatchEvent.call(this, event)
  }
}

function isWithoutDefault(target: Node, event?: Event): boolean {
  // Each listener notes the click.
  return listeners.filter((listener) => listener(target, event)).length > 0
}

function createClick(): Event {
  const event = new PointerEvent('click', { bubbles: true, cancelable: true, composed: true, view: window })
  event.preventDefault()
  return event
}
