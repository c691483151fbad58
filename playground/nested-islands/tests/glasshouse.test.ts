import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZONES } from '../src/plan.ts'
import { degrees } from '../src/units.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('shows every bed, and the late parts', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  for (const { name, celsius } of ZONES.flatMap(({ beds }) => beds)) {
    expect(html).toContain(name)
    expect(html).toContain(degrees(celsius, '°C'))
  }
  expect(html).toContain('Clear after ten')
})

it('formats temperatures for people', () => {
  expect([degrees(20, '°C'), degrees(20, '°F')]).toEqual(['20 °C', '68 °F'])
})

it('returns the forecast to agents', async () => {
  expect(await callTool(app, 'api.weather.forecast')).toMatchObject({ ok: true, result: { celsius: 21 } })
})
