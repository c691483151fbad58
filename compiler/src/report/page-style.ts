/** Styles of the report's page, for light and dark color schemes, from phones to desktops. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c1917; --paper: #fffdfb; --soft: #57534e; --line: #d6d3d1; --well: #f5f2ef; --link: #1d4ed8; --bad: #b91c1c;
  --app: #bfdbfe; --fw: #fde68a; --solid: #c7d2fe; --package: #bbf7d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f5f5f4; --paper: #1c1a19; --soft: #b8b2ac; --line: #57534e; --well: #292524; --link: #93c5fd; --bad: #fca5a5;
    --app: #1e3a5f; --fw: #5b4512; --solid: #3b3470; --package: #14532d;
  }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif }
h1 { margin: .5rem 0; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
p { margin: .5rem 0; max-width: 44rem }
a { color: var(--link) }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none }
nav a { display: inline-block; padding: .625rem 0 }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; margin: 1rem 0; padding: 0 }
.facts div { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--well) }
.facts dt { color: var(--soft); font-size: .875rem }
.facts dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums }
.over { padding: .5rem .75rem; border-left: 4px solid var(--bad); background: var(--well) }
.over strong { color: var(--bad) }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem }
table { width: 100%; border-collapse: collapse }
caption { padding: .25rem .75rem; color: var(--soft); font-size: .875rem; text-align: left }
th, td { min-width: 6rem; padding: .5rem .75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { border-top: 0; background: var(--well); font-size: .875rem; white-space: nowrap }
tbody th { font-weight: 600 }
td.size, th.size { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
p code { overflow-wrap: anywhere }
td code { overflow-wrap: break-word }
tbody th code { white-space: nowrap }
.text { min-width: 18rem }
pre { margin: .25rem 0 .5rem; padding: .75rem; max-height: 24rem; overflow: auto; border-radius: .375rem; background: var(--well) }
summary { min-height: 44px; padding: .625rem 0; cursor: pointer }
td ul { margin: 0; padding-left: 1.25rem }
.soft { color: var(--soft) }
form { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem }
select { min-height: 44px; max-width: 100%; padding: .25rem .5rem; border: 1px solid var(--line); border-radius: .375rem; color: inherit; background: var(--paper); font: inherit }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0; padding: 0; list-style: none }
.key span { display: inline-block; width: 1rem; height: 1rem; margin-right: .375rem; border: 1px solid var(--soft); border-radius: .25rem; vertical-align: -.125rem }
#map { position: relative; height: min(32rem, 70vh); overflow: hidden; border: 1px solid var(--line); border-radius: .5rem }
.tile { position: absolute; overflow: hidden; border: 1px solid var(--paper); color: var(--ink); font-size: .75rem; line-height: 1.25rem; padding: 0 .25rem; white-space: nowrap; text-overflow: ellipsis }
.tile .tile { border-width: 1px }
.script { padding: 0; border: 2px solid var(--soft); background: var(--well) }
.script > span { display: block; height: 20px; overflow: hidden; padding: 0 .25rem; font-weight: 600; text-overflow: ellipsis }
.script > .tile { margin-top: 0 }
.app { background: var(--app) } .fw { background: var(--fw) } .solid { background: var(--solid) } .package { background: var(--package) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
@media (max-width: 40rem) { th, td { padding: .375rem .5rem } }
`
