/** Styles of the panels, for light and dark mode. Their shadow roots isolate them from the page's styles. */
export const PANEL_STYLE = `
:host { all: initial; color-scheme: light dark }
dialog {
  --ink: #1c1917; --paper: #fffdfb; --soft: #57534e; --line: #d6d3d1; --well: #f5f2ef; --mark: #b91c1c; --link: #1d4ed8;
  box-sizing: border-box; width: min(64rem, calc(100vw - 1rem)); max-width: none; max-height: calc(100dvh - 1rem);
  margin: auto; padding: 0; overflow: hidden; flex-direction: column;
  border: 1px solid var(--line); border-top: 4px solid var(--mark); border-radius: .5rem;
  color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  dialog {
    --ink: #f5f5f4; --paper: #1c1a19; --soft: #b8b2ac; --line: #57534e; --well: #292524; --mark: #fca5a5; --link: #93c5fd;
  }
}
dialog[open] { display: flex }
dialog::backdrop { background: rgb(0 0 0 / .5) }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line) }
header strong { margin-right: auto; color: var(--mark) }
.body { overflow: auto; padding: 0 1rem 1rem; overscroll-behavior: contain }
h2 { margin: 1rem 0 .5rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; white-space: pre-wrap }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem }
p { margin: .25rem 0; overflow-wrap: anywhere }
.name { color: var(--mark) }
.note { padding: .5rem .75rem; border-left: 4px solid var(--mark); background: var(--well) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0 }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
pre { margin: .25rem 0; padding: .75rem; overflow: auto; border-radius: .375rem; background: var(--well); font: 14px/1.5 ui-monospace, monospace }
dd .place { min-height: 0; min-width: 44px }
ol { margin: .25rem 0; padding: 0; list-style: none; font: 14px/1.5 ui-monospace, monospace }
li { overflow-wrap: anywhere; color: var(--soft) }
summary { min-height: 44px; align-content: center; cursor: pointer; color: var(--soft) }
button { min-height: 44px; min-width: 44px; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .375rem; color: inherit; background: var(--well); font: inherit; cursor: pointer }
button:disabled { color: var(--soft); cursor: default }
.place { padding: .25rem 0; border: 0; color: var(--link); background: none; font: 14px/1.5 ui-monospace, monospace; text-align: left; text-decoration: underline; overflow-wrap: anywhere }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.status { padding: .25rem 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem }
`

export const LIVE_STYLE = `
:host { all: initial; color-scheme: light dark }
button, div { color: #1c1917; background: #fffdfb; border: 1px solid #57534e; border-radius: .375rem; font: 14px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) {
  button, div { color: #f5f5f4; background: #1c1a19; border-color: #b8b2ac }
}
button { min-height: 24px; padding: 0 .5rem; cursor: pointer }
.open { position: fixed; z-index: 2147483646; inset: auto auto .5rem .5rem }
div { box-sizing: border-box; position: fixed; inset: auto auto 2.75rem .5rem; width: min(32rem, calc(100vw - 1rem)); max-height: 60dvh; margin: 0; padding: .75rem; overflow: auto }
ul { margin: 0 0 .5rem; padding: 0; list-style: none }
li { padding: .25rem 0 .5rem; overflow-wrap: anywhere }
p { margin: 0 }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
`

/** Creates a style sheet that a Content-Security-Policy against style elements doesn't block. */
export function createStyleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
