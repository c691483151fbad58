/** The page of an error in an app without `_404` or `_500`. It needs no file and no script. */

import { once } from '#contract/once.ts'
import { localeSource } from '#contract/page/locale.ts'
import { addLocale } from '#contract/page/locale-urls.ts'
import { createStylePolicy } from '#digest/style-policy.ts'
import { escapeHtml } from '#wire/html.ts'
import { writeNonce } from './document.ts'

const STYLE = `:root{color-scheme:light dark}
html{background:#f5f5f1;color:#1b1c19;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:36rem;padding:2rem 1.25rem}
p{margin:.5rem 0}
h1{margin:0;font-size:1.75rem;line-height:1.2;text-wrap:balance}
a{color:#0b57d0}
@media(prefers-color-scheme:dark){html{background:#151613;color:#ecece6}a{color:#a8c7fa}}`

/** Returns the policy of the page, which needs its own style sheet and nothing else, regardless of the app's policy. */
export const getErrorPagePolicy = once(() => createStylePolicy(STYLE))

interface DefaultErrorPage {
  readonly status: number
  /** Public message of the error; absent for an unexpected one. */
  readonly message?: string | undefined
  /** Language of the app's documents. An international app has that of the page. */
  readonly lang: string | undefined
  readonly appTitle: string | undefined
  /** The scripts that replace a document with this one pass the nonce on. */
  readonly nonce: string | undefined
}

/** Writes the document, with a link to the home page. */
export function writeErrorPage({ status, message, lang = 'en', appTitle, nonce }: DefaultErrorPage): string {
  const place = localeSource.read?.()
  const home = place === undefined ? '/' : addLocale('/', place.locale, place)
  const dir = place === undefined ? '' : ` dir="${place.dir}"`
  const [heading, text] = describeStatus(status, message)
  const title = appTitle === undefined ? heading : `${heading} – ${appTitle}`
  return (
    `<!DOCTYPE html><html lang="${escapeHtml(place?.locale ?? lang)}"${dir}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>` +
    `<style${writeNonce(nonce)}>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>` +
    `<p><a href="${escapeHtml(home)}">Home</a></p></main></body></html>`
  )
}

function describeStatus(status: number, message: string | undefined): readonly [heading: string, text: string] {
  if (status === 404) return ['Page not found', 'No page has this address. It may have been moved or removed.']
  if (message !== undefined) return [status < 500 ? 'This is not possible' : 'Something went wrong', message]
  return ['Something went wrong', 'The page could not be shown. Please try again later.']
}
