import { expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { clickAsAgent } from './act-as-agent.ts'

const pages = agentPages()

test.each(['button', 'x-yes'])('tools refuse all controls of a form that is an approval: %s', async (name) => {
  const page = await pages.open('/again')
  await page.locator('[data-ready=true]').waitFor()
  await page.evaluate((tag) => {
    customElements.define(
      'x-yes',
      class extends HTMLElement {
        static formAssociated = true
        constructor() {
          super()
          const internals = this.attachInternals()
          this.addEventListener('click', () => internals.form?.requestSubmit())
        }
      },
    )
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form><input name="elements"></form><form id="own" data-fw-approval><input type="hidden" name="elements"></form><${tag} form="own" role="button">Yes, do it</${tag}>`,
    )
    const form = document.getElementById('own') as HTMLFormElement
    Object.assign(window, {
      isControl: [...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as HTMLFormControlsCollection)].some(
        ({ localName }) => localName === tag,
      ),
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      Object.assign(window, { isSent: true })
    })
  }, name)
  const result = await clickAsAgent(page, 'Yes, do it')
  expect(await page.evaluate(() => Reflect.get(window, 'isControl'))).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'isSent'))).toBeUndefined()
  expect(result).toMatchObject({ ok: false, code: 'forbidden' })
})
