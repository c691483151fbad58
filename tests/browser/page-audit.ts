/** The audit of every page: axe-core, the width of the window, the size of touch targets, html-validate. */
import axe from 'axe-core'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { Page } from 'playwright-core'

/** Each page is looked at in all of these. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme, width })),
)

/** All that is wrong with the page that is open, as lines. */
export async function auditPage(page: Page, name: string): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { colorScheme, width } of LOOKS) {
    const say = (text: string) => problems.push(`${name} ${colorScheme} ${width}: ${text}`)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) say(`is ${wide} pixels wider than the window`)
    if (width === 390) for (const target of await smallTargets(page)) say(`small target ${target}`)
    for (const finding of await runAxe(page)) say(finding)
  }
  const answer = await page.context().request.get(page.url(), { headers: { accept: 'text/html' } })
  const html = await answer.text()
  return [...problems, ...(await auditHtml(html, name))]
}

/** Returns the findings of html-validate in a document. */
export async function auditHtml(html: string, name: string): Promise<readonly string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
  const { results } = await validator.validateString(html, name)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${name} ${ruleId}: ${message} (${selector})`),
  )
}

/** Returns violations as `rule: selector`, and undecided results as `rule? selector`. */
export async function runAxe(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: typeof import('axe-core') } // just put there
    const { violations, incomplete } = await run.run({ resultTypes: ['violations', 'incomplete'] })
    const lines = (mark: string, results: typeof violations) =>
      results.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}${mark} ${target.join(' ')}`))
    return [...lines(':', violations), ...lines('?', incomplete)]
  })
}

/** Controls that are smaller than 44 pixels either way. Links within a sentence are as high as its lines. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, summary')]
    return controls.flatMap((control) => {
      const area = control.closest('label') ?? control
      const { width, height } = area.getBoundingClientRect()
      const cover = getComputedStyle(control, '::after')
      const isCovering = cover.content !== 'none' && cover.position === 'absolute'
      const isHidden = width === 0 || !control.checkVisibility() || control.closest('.visually-hidden') !== null
      const isInSentence = getComputedStyle(control).display === 'inline' && control.closest('p, dd, li, td') !== null
      if (isHidden || isCovering || isInSentence || (width >= 44 && height >= 44)) return []
      return [`${control.outerHTML.slice(0, 80)} ${Math.round(width)} x ${Math.round(height)}`]
    })
  })
}
