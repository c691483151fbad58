import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ShopApp, startShop } from '../browser/shop-app.ts'
import { runFw } from './support/fixture.ts'

let shop: ShopApp
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

it('CLI-14 the scenarios of the shop pass against its build, with the session that it gives to its guests', async () => {
  const { code, stdout, stderr } = await runFw(shop.folder, ['eval', '--url', shop.url, '--json'])
  expect(stderr).toContain('Gate passed: 2 scenarios, none failed.')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, failed: [], scenarios: [{ passed: 1 }, { passed: 1 }] })
  expect(code).toBe(0)
  expect(existsSync(join(shop.folder, '.fw/eval.schema.json'))).toBe(true)
})
