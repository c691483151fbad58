/**
 * The style sheet of the panel. Each rule names one class, so that an app overrides it with two; colors and sizes are
 * variables, and internal variables have names that apps don't use. It is in the page instead of a shadow root, so
 * that apps can style the panel and their own text rules apply.
 */
export const PANEL_STYLE = `
.fw-copilot { --fw-c-paper: var(--fw-copilot-paper, light-dark(#fff, #1f1f1c)); --fw-c-ink: var(--fw-copilot-ink, light-dark(#1b1b18, #ecece6)); --fw-c-soft: var(--fw-copilot-soft, light-dark(#575750, #b1b1a8)); --fw-c-line: var(--fw-copilot-line, light-dark(#d5d5cd, #45453f)); --fw-c-edge: var(--fw-copilot-edge, light-dark(#85857c, #8a8a81)); --fw-c-wash: var(--fw-copilot-wash, light-dark(#f1f1ec, #2a2a26)); --fw-c-accent: var(--fw-copilot-accent, light-dark(#1f4d7a, #9cc7f0)); --fw-c-on-accent: var(--fw-copilot-on-accent, light-dark(#fff, #0b1c2c)); --fw-c-danger: var(--fw-copilot-danger, light-dark(#8f1d1d, #ffb1a8)); --fw-c-radius: var(--fw-copilot-radius, .875rem); background: var(--fw-c-paper); block-size: var(--fw-copilot-height, min(44rem, 78dvh)); border: 1px solid var(--fw-c-line); border-radius: var(--fw-c-radius); box-sizing: border-box; color: var(--fw-c-ink); display: flex; flex-direction: column; inline-size: 100%; line-height: 1.5; min-block-size: 20rem; overflow: hidden; position: relative }
.fw-copilot *, .fw-copilot ::before { box-sizing: border-box }
.fw-copilot [hidden] { display: none }
.fw-copilot-unseen { clip-path: inset(50%); height: 1px; margin: -1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px }
.fw-copilot-log { flex: 1 1 0; min-block-size: 0; overflow: hidden auto; overscroll-behavior: contain; padding: 1.25rem 1.25rem .5rem; position: relative }
.fw-copilot-log:focus-visible, .fw-copilot pre:focus-visible, .fw-copilot-value:focus-visible { outline: 3px solid var(--fw-c-accent); outline-offset: -3px }
.fw-copilot-greeting { font-size: 1.125rem; margin: 0 0 1rem; overflow-wrap: anywhere; text-wrap: pretty }
.fw-copilot-suggestions { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 0 0 1rem; padding: 0 }
.fw-copilot[data-started] .fw-copilot-suggestions { display: none }
.fw-copilot button { background: none; border: 1px solid var(--fw-c-edge); border-radius: calc(var(--fw-c-radius) * .75); color: var(--fw-c-ink); cursor: pointer; font: inherit; font-weight: 600; line-height: 1.25; min-block-size: 2.75rem; min-inline-size: 2.75rem; overflow-wrap: anywhere; padding: .5rem 1rem; text-align: start }
.fw-copilot button:hover:not(:disabled) { background: var(--fw-c-wash) }
.fw-copilot button:disabled { cursor: default; opacity: .55 }
.fw-copilot button:focus-visible, .fw-copilot summary:focus-visible, .fw-copilot a:focus-visible { outline: 3px solid var(--fw-c-accent); outline-offset: 2px }
.fw-copilot .fw-copilot-send, .fw-copilot .fw-copilot-review { background: var(--fw-c-accent); border-color: var(--fw-c-accent); color: var(--fw-c-on-accent) }
.fw-copilot .fw-copilot-send:hover:not(:disabled), .fw-copilot .fw-copilot-review:hover { background: var(--fw-c-accent); box-shadow: 0 0 0 2px var(--fw-c-paper), 0 0 0 4px var(--fw-c-accent) }
.fw-copilot .fw-copilot-clear { border-color: transparent; color: var(--fw-c-soft); font-weight: 400 }
.fw-copilot-items { display: flex; flex-direction: column; gap: .75rem; list-style: none; margin: 0; padding: 0 }
.fw-copilot-item { margin: 0; max-inline-size: 100%; min-inline-size: 0; overflow-wrap: anywhere }
.fw-copilot-person { align-self: flex-end; background: var(--fw-c-wash); border-radius: var(--fw-c-radius); max-inline-size: min(85%, 40rem); padding: .6rem .9rem; position: relative }
.fw-copilot-person .fw-copilot-text { white-space: pre-wrap }
.fw-copilot-words { align-self: stretch; max-inline-size: 46rem; position: relative }
.fw-copilot-text > * { margin: 0 } .fw-copilot-text > * + * { margin-block-start: .6rem }
.fw-copilot-text ul, .fw-copilot-text ol { list-style: disc; padding-inline-start: 1.5rem } .fw-copilot-text ol { list-style: decimal } .fw-copilot-text li + li { margin-block-start: .2rem }
.fw-copilot-text blockquote { border-inline-start: 3px solid var(--fw-c-line); margin-inline: 0; padding-inline-start: .75rem; white-space: pre-line }
.fw-copilot-text p { white-space: pre-line } .fw-copilot-heading { font-weight: 700 }
.fw-copilot-text hr { border: 0; border-block-start: 1px solid var(--fw-c-line); inline-size: 100% }
.fw-copilot-text a { color: inherit; text-decoration: underline; text-underline-offset: .2em } .fw-copilot-host { color: var(--fw-c-soft) }
.fw-copilot code, .fw-copilot .code, .fw-copilot pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em }
.fw-copilot pre { background: var(--fw-c-wash); border-radius: .5rem; margin: 0; max-block-size: 18rem; overflow: auto; overflow-wrap: anywhere; padding: .6rem .75rem; white-space: pre-wrap }
.fw-copilot pre code { font-size: 1em } .fw-copilot mark { background: light-dark(#ffe08a, #6b5310); border-radius: .2rem; color: inherit; padding: 0 .15rem }
.fw-copilot-table { overflow-x: auto } .fw-copilot table { border-collapse: collapse; font-size: .95em }
.fw-copilot th, .fw-copilot td { border-block-end: 1px solid var(--fw-c-line); overflow-wrap: normal; padding: .3rem .75rem .3rem 0; text-align: start; vertical-align: top }
.fw-copilot-call details { border: 1px solid var(--fw-c-line); border-radius: calc(var(--fw-c-radius) * .75); max-inline-size: 46rem; padding-inline: .75rem }
.fw-copilot-summary, .fw-copilot-reasoning { color: var(--fw-c-soft); font-size: .9375rem }
.fw-copilot summary { align-items: center; cursor: pointer; display: flex; flex-wrap: wrap; gap: 0 .6rem; list-style: none; min-block-size: 2.75rem; padding-block: .4rem }
.fw-copilot summary::-webkit-details-marker { display: none }
.fw-copilot summary::before { block-size: .5rem; border: solid var(--fw-c-soft); border-width: 0 2px 2px 0; content: ""; flex: none; inline-size: .5rem; transform: rotate(-45deg) }
.fw-copilot [dir=rtl] summary::before, .fw-copilot:dir(rtl) summary::before { transform: rotate(135deg) }
.fw-copilot details[open] > summary::before { transform: rotate(45deg) }
.fw-copilot details > div { padding-block-end: .75rem } .fw-copilot-label { color: var(--fw-c-soft); font-size: .875rem; margin: 0 0 .25rem }
.fw-copilot-state { color: var(--fw-c-soft); font-size: .875rem } .fw-copilot-call[data-state=failed] .fw-copilot-state, .fw-copilot-failed { color: var(--fw-c-danger); font-weight: 600 }
.fw-copilot-call[data-state=waiting] .fw-copilot-state { color: var(--fw-c-ink); font-weight: 600 }
.fw-copilot-decision p { color: var(--fw-c-soft); font-size: .9375rem; margin: 0 }
.fw-copilot-latest { align-self: center; background: var(--fw-c-paper) !important; margin-block: -3.25rem .5rem; position: relative; z-index: 1 }
.fw-copilot-waiting { border-block-start: 1px solid var(--fw-c-line); max-block-size: 45%; overflow: auto; padding: .75rem 1.25rem }
.fw-copilot-approval + .fw-copilot-approval { border-block-start: 1px solid var(--fw-c-line); margin-block-start: .75rem; padding-block-start: .75rem }
.fw-copilot-approval p { margin: 0 0 .4rem; overflow-wrap: anywhere } .fw-copilot-tool { font-weight: 600 }
.fw-copilot-value { background: var(--fw-c-wash); border-radius: .5rem; margin-block-end: .6rem; max-block-size: 12rem; overflow: auto; overflow-wrap: anywhere; padding: .5rem .75rem }
.fw-copilot-value dl, .fw-copilot-value ol { margin: 0 } .fw-copilot-value ol { padding-inline-start: 1.5rem } .fw-copilot-value dt { font-weight: 600 } .fw-copilot-value dd { margin: 0 } .fw-copilot-value dd > dl, .fw-copilot-value li > dl { border-inline-start: 3px solid var(--fw-c-line); padding-inline-start: .75rem }
.fw-copilot-value dl > div { column-gap: .75rem; display: flex; flex-wrap: wrap } .fw-copilot-value .soft { color: var(--fw-c-soft) }
.fw-copilot-notice { align-items: center; border-block-start: 1px solid var(--fw-c-line); display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 1.25rem } .fw-copilot-notice:empty { border: 0; padding: 0 }
.fw-copilot-notice p { color: var(--fw-c-danger); flex: 1 1 14rem; font-weight: 600; margin: 0; overflow-wrap: anywhere }
.fw-copilot-form { border-block-start: 1px solid var(--fw-c-line); display: grid; gap: .6rem; margin: 0; padding: .9rem 1.25rem 1rem }
.fw-copilot-field { background: var(--fw-c-paper); border: 1px solid var(--fw-c-edge); border-radius: calc(var(--fw-c-radius) * .75); color: inherit; field-sizing: content; font: inherit; inline-size: 100%; max-block-size: 10rem; min-block-size: 2.75rem; padding: .6rem .75rem; resize: none }
.fw-copilot-field::placeholder { color: var(--fw-c-soft); opacity: 1 } .fw-copilot-field:focus-visible { outline: 3px solid var(--fw-c-accent); outline-offset: 0 } .fw-copilot-field:disabled { opacity: .6 }
.fw-copilot-bar { align-items: center; display: flex; flex-wrap: wrap; gap: .5rem } .fw-copilot-hint { color: var(--fw-c-soft); flex: 1 1 8rem; font-size: .875rem; margin: 0 }
.fw-copilot[data-status=asking] .fw-copilot-items::after { align-self: flex-start; background: var(--fw-c-soft); block-size: .6rem; border-radius: 50%; content: ""; inline-size: .6rem }
@media (prefers-reduced-motion: no-preference) { .fw-copilot[data-status=asking] .fw-copilot-items::after { animation: fw-copilot-wait 1s ease-in-out infinite alternate } @keyframes fw-copilot-wait { to { opacity: .25 } } }
@media (max-width: 30rem) { .fw-copilot-log, .fw-copilot-waiting, .fw-copilot-notice, .fw-copilot-form { padding-inline: .9rem } .fw-copilot-hint { display: none } .fw-copilot-bar { justify-content: flex-end } }
@media (forced-colors: active) { .fw-copilot-person { border: 1px solid } .fw-copilot[data-status=asking] .fw-copilot-items::after { background: CanvasText } }
`
