/** The style sheet of the approval panel, in its own shadow root, so that panel and page can't affect each other. */
export const APPROVAL_STYLE = `
:host { all: initial; color-scheme: light dark; --page: #fff; --ink: #1b1b18; --soft: #575750; --line: #d5d5cd; --wash: #f1f1ec; --mark: #ffe08a; --yes: #14532d; --yes-ink: #fff; --no: #8f1d1d; --gone: #8f1d1d; --come: #14532d; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink) }
@media (prefers-color-scheme: dark) { :host { --page: #1f1f1c; --ink: #ecece6; --soft: #b1b1a8; --line: #45453f; --wash: #2a2a26; --mark: #6b5310; --yes: #86e0a5; --yes-ink: #06210f; --no: #ffb1a8; --gone: #ffb1a8; --come: #86e0a5 } }
* { box-sizing: border-box }
[hidden] { display: none !important }
dialog { background: var(--page); border: 1px solid var(--line); border-radius: .875rem; color: var(--ink); font: inherit; margin: 1rem auto auto; max-height: calc(100dvh - 2rem); max-width: 40rem; overflow: auto; overscroll-behavior: contain; padding: 1.25rem; scrollbar-gutter: stable; width: calc(100vw - 2rem) }
dialog::backdrop { background: rgb(0 0 0 / .55) }
h2, h3, h4 { line-height: 1.3; margin: 0; overflow-wrap: anywhere }
h2 { font-size: 1.25rem } h3 { font-size: 1.05rem } h4 { color: var(--soft); font-size: .875rem; margin-top: 1rem }
p { margin: .35rem 0; overflow-wrap: anywhere }
a { color: inherit; display: inline-block; min-height: 2.75rem; padding: .6rem 0 }
code, .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .925em; overflow-wrap: anywhere; white-space: pre-wrap }
mark { background: var(--mark); border-radius: .2rem; color: inherit; padding: 0 .15rem }
article { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem }
.soft { color: var(--soft); font-size: .875rem }
.value, table { background: var(--wash); border-radius: .5rem; margin-top: .35rem; overflow-wrap: anywhere; padding: .6rem .75rem; width: 100% }
dl, ol, ul { margin: 0 } ol { padding-left: 1.5rem } ul.value { list-style-position: inside }
dl > div { padding: .2rem 0 } dl > div + div { border-top: 1px solid var(--line) }
dt { font-weight: 600 } dt code { color: var(--soft); font-weight: 400 } dd { margin: 0 } dd > dl, li > dl { border-left: 3px solid var(--line); padding-left: .75rem }
table { border-collapse: separate; border-spacing: 0; font-size: .925rem; table-layout: fixed }
th, td { padding: .25rem .4rem .25rem 0; text-align: left; vertical-align: top }
tbody > tr > * { border-top: 1px solid var(--line) }
del { color: var(--gone) } ins { color: var(--come); text-decoration: none; font-weight: 600 }
summary { cursor: pointer; min-height: 2.75rem; padding: .6rem 0 }
.long { border: 1px solid var(--line); border-radius: .5rem; max-height: 20rem; overflow: auto; padding: .6rem }
.result { max-height: 40dvh; overflow: auto }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem }
button { background: none; border: 2px solid currentColor; border-radius: .625rem; color: var(--ink); cursor: pointer; font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem }
.actions button { flex: 1 1 8rem } .reject { color: var(--no) }
.approve { background: var(--yes); border-color: var(--yes); color: var(--yes-ink) }
button[aria-disabled=true] { cursor: default; opacity: .6 }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
[tabindex="-1"]:focus-visible { outline: none }
.later { margin-top: 1.25rem; width: 100% }
.waiting { background: var(--page); bottom: 1rem; box-shadow: 0 .25rem 1rem rgb(0 0 0 / .3); inset-inline-end: 1rem; max-width: calc(100vw - 2rem); position: fixed; z-index: 2147483647 }
dialog[open] ~ section .waiting { opacity: 0 }
blockquote { border-left: 3px solid var(--line); margin: .6rem 0; padding-left: .75rem }
.field { border: 0; margin: .9rem 0; min-width: 0; padding: 0 } .field > label, legend { font-weight: 600; padding: 0 } fieldset label { display: block; padding: .35rem 0 }
input:not([type=checkbox]), select, textarea { background: var(--page); border: 1px solid var(--soft); border-radius: .5rem; color: inherit; font: inherit; min-height: 2.75rem; padding: .4rem .6rem; width: 100% }
[aria-invalid=true] { border-color: var(--no) } .wrong { color: var(--no) }
.hidden { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px }
`
