/** Types of events by which a person uses a page. */

/** Events that no script can cause. Moves and scrolling are left out, because they continue while an agent acts. */
export const GESTURES: readonly string[] = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'touchstart',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
  'dragstart',
  'drop',
  'dragend',
]
/** Events that browsers fire for gestures, and also for scripts, timers or windows that become active. */
export const EFFECTS: readonly string[] = [
  'submit',
  'reset',
  'formdata',
  'invalid',
  'focus',
  'focusin',
  'blur',
  'focusout',
  'dblclick',
  'contextmenu',
  'beforetoggle',
  'cancel',
  'command',
  'search',
  'lostpointercapture',
]
/** Events that browsers also fire for pickers, autofill, dictation and input methods, without any other event. */
export const INPUTS: readonly string[] = [
  'input',
  'change',
  'beforeinput',
  'compositionstart',
  'compositionend',
  'paste',
  'cut',
  'copy',
]
