/** The style sheet of the proposals page: light and dark, from a phone's width up, and without a URL to load. */
import { createStylePolicy } from '#digest/style-policy.ts'

export const STYLE = `
:root { color-scheme: light dark; --page: #f4f4f1; --card: #fff; --ink: #1b1b18; --soft: #575750; --line: #d5d5cd; --wash: #f1f1ec; --mark: #ffe08a; --yes: #14532d; --yes-ink: #fff; --no: #8f1d1d; font: 1rem/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --page: #151513; --card: #1f1f1c; --ink: #ecece6; --soft: #b1b1a8; --line: #45453f; --wash: #2a2a26; --mark: #6b5310; --yes: #86e0a5; --yes-ink: #06210f; --no: #ffb1a8 } }
* { box-sizing: border-box }
body { background: var(--page); color: var(--ink); margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2, h3 { line-height: 1.3; margin: 0; overflow-wrap: anywhere }
h2 { font-size: 1.15rem } h3, .notice h2 { color: var(--soft); font-size: .875rem; margin-top: 1rem }
p { margin: .25rem 0; overflow-wrap: anywhere }
a { color: inherit }
code, pre, .text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .925em; overflow-wrap: anywhere }
.text { white-space: pre-wrap }
mark { background: var(--mark); border-radius: .2rem; color: inherit; padding: 0 .15rem }
article, .notice { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; margin: 1.25rem 0; padding: 1.25rem }
.about, .none, .app, footer { color: var(--soft); font-size: .875rem }
.facts { display: grid; gap: 0 1rem; grid-template-columns: max-content minmax(0, 1fr); margin: .75rem 0 0 }
.facts > div { display: contents }
.facts dt { color: var(--soft) } .facts dd { margin: 0; overflow-wrap: anywhere }
.value { background: var(--wash); border-radius: .5rem; contain: paint; margin-top: .5rem; overflow-wrap: anywhere; padding: .75rem }
.value dl, .value ol { margin: 0 } .value ol { padding-left: 2rem }
.value dl > div { padding: .3rem 0 } .value > dl > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr) } .value > dl > div > dd { grid-column: 2 } .value dl > div + div { border-top: 1px solid var(--line) }
.value dt { font-weight: 600 } .value dt code { color: var(--soft); font-weight: 400 } summary { cursor: pointer; min-height: 2.75rem; padding: .6rem 0 } .value dd { margin: 0 }
.value dd > dl, .value li > dl { border-left: 3px solid var(--line); padding-left: .75rem }
.value pre { margin: 0; white-space: pre-wrap }
.long { border: 1px solid var(--line); border-radius: .375rem; max-height: 60vh; overflow: auto; padding: .5rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem }
.actions form { flex: 1 1 8rem }
blockquote { border-left: 3px solid var(--line); margin: .75rem 0; padding: .25rem 0 .25rem .75rem }
.asked { margin-top: 1rem } .asked + form { margin-top: .75rem }
.field { border: 0; margin: 1rem 0; min-width: 0; padding: 0 } .field > label, legend { font-weight: 600; padding: 0 } fieldset label { display: block; padding: .35rem 0 }
input:not([type=checkbox]), select, textarea { background: var(--page); border: 1px solid var(--soft); border-radius: .5rem; color: inherit; font: inherit; min-height: 2.75rem; padding: .4rem .6rem; width: 100% }
[aria-invalid] { border-color: var(--no) } .wrong { color: var(--no) }
button { animation: arm .7s step-end; background: none; border: 2px solid currentColor; border-radius: .625rem; color: var(--no); cursor: pointer; font: inherit; font-weight: 600; min-height: 3rem; padding: .5rem 1.25rem; width: 100% }
button.approve { background: var(--yes); border-color: var(--yes); color: var(--yes-ink) }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
.hidden { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px }
@keyframes arm { from { pointer-events: none; visibility: hidden } }
@media (max-width: 36rem) { .value > dl > div { display: block } .facts { grid-template-columns: minmax(0, 1fr) } .facts dd { margin-bottom: .4rem } }
`

/** Allows no script, no frame and no foreign URL, so that another site can neither read nor disguise the buttons. */
export const PAGE_POLICY: string = createStylePolicy(STYLE, ["form-action 'self'"])
