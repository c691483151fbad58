/**
 * Clicks by scripts, before any listener: a click in a closed shadow root has the host as its target, and a submit event ends
 * at the root.
 */

/** What changes about a click: it is left out, or only its listeners run and the browser does nothing. */
type ClickChange = 'left out' | 'without default' | undefined
/** Called with the clicked node, and the event unless `click()` creates it. */
type OnClick = (target: Node, event?: Event) => ClickChange

const listeners: OnClick[] = []

/** Calls the listener before each later click by a script, outside of a user's clicks. */
export function onScriptClick(listener: OnClick): void {
  // A preview run leaves clicks out before others note them.
  if (listeners.unshift(listener) > 1) return
  const { click } = HTMLElement.prototype
  const { dispatchEvent } = EventTarget.prototype
  HTMLElement.prototype.click = function () {
    const change = changeClick(this)
    if (change === undefined) click.call(this)
    else if (change === 'without default' && !this.matches(':disabled')) dispatchEvent.call(this, createClick())
  }
  EventTarget.prototype.dispatchEvent = function (event) {
    const change = event.type === 'click' && this instanceof Node ? changeClick(this, event) : undefined
    // Nothing prevents the default of an event that isn't cancelable.
    if (change === 'left out' || (change && !event.cancelable)) return false
    // No listener of the page can stop the event before this.
    if (change) event.preventDefault()
    return dispatchEvent.call(this, event)
  }
}

/** Returns the most restrictive change. The first listener that leaves the click out is the last one. */
function changeClick(target: Node, event?: Event): ClickChange {
  let change: ClickChange
  for (const listener of listeners) {
    const next = listener(target, event)
    if (next === 'left out') return next
    change ??= next
  }
  return change
}

function createClick(): Event {
  const event = new PointerEvent('click', { bubbles: true, cancelable: true, composed: true, view: window })
  event.preventDefault()
  return event
}
