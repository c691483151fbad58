import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyShop, FW } from './shop-app.ts'

let folder: string

beforeEach(() => {
  folder = copyShop()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MISTAKES = [
  ['cart', 'api-default-export', 'export default add'],
  ['orders', 'api-exported-function', 'export function total(): number { return 0 }'],
  ['admin', 'api-re-export', "export { search } from './catalogue.api.ts'"],
] as const

it.each(['build', 'check'])(
  'API-17 API-18 API-19 ERR-19 wrong exports in a copy of the shop stop fw %s with place, frame and advice, and nothing is written',
  (command) => {
    for (const [module, , line] of MISTAKES) appendFileSync(join(folder, fileOf(module)), `\n${line}\n`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [FW, command], { cwd: folder, encoding: 'utf8' })
    const output = stdout + stderr
    expect(status, output).toBe(1)
    for (const [module, code, line] of MISTAKES) {
      const number =
        readFileSync(join(folder, fileOf(module)), 'utf8')
          .split('\n')
          .indexOf(line) + 1
      expect(output).toMatch(new RegExp(`${fileOf(module)}:${number}:\\d+ error ${code}`))
      expect(output).toContain(`> ${number} | ${line}`)
    }
    expect(output.match(/export const .+ = api\(/g)).toHaveLength(3)
    expect(existsSync(join(folder, 'dist'))).toBe(false)
    expect(existsSync(join(folder, '.fw/types'))).toBe(false)
  },
)

function fileOf(module: string): string {
  return `src/server/${module}.api.ts`
}
