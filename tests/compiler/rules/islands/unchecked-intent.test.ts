import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const HEAD = "import { type IntentCall, intent, obj, str } from '@fw/runtime'\n"
const told = "description: 'Puts one more piece into the cart.'"
const typed = 'run: ({ input }: IntentCall<{ sku: string }>) => input.sku'

const HOOKS = `${HEAD}
export const useBare = () => intent('bare', { ${told}, ${typed} })
export const useWhole = () => intent('whole', { ${told}, run: (call: IntentCall<{ sku: string }>) => call.input.sku })
export const useChecked = () => intent('checked', { ${told}, input: obj({ sku: str() }), ${typed} })
export const useNothing = () => intent('nothing', { ${told}, run: () => 1 })
export const useOrigin = () => intent('origin', { ${told}, run: ({ ctx }) => ctx.origin })
`
const CART = `${HEAD}
import { useBare, useChecked, useNothing, useOrigin, useWhole } from '../hooks.ts'

const name = 'na' + 'med'

export function useBeside() {
  return intent('beside', { ${told}, ${typed} })
}

function useOwn() {
  return intent('own', { ${told}, ${typed} })
}

export function Cart() {
  const own = intent(\`plain\`, { ${told}, ${typed} })
  const named = intent(name, { ${told}, ${typed} })
  const all = [own, named, useOwn(), useBeside(), useBare(), useChecked(), useNothing(), useOrigin(), useWhole()]
  return <button onClick={() => all.forEach((one) => one())}>All</button>
}
`

it('unchecked-intent: an intent outside of components with an input without a schema', async () => {
  const app = temporaryApp({
    'src/lib/hooks.ts': HOOKS,
    'src/components/cart.tsx': CART.replace('../hooks.ts', '../lib/hooks.ts'),
    // No browser loads it.
    'src/unused.ts': HOOKS,
  })
  const { diagnostics, model } = await check(app)
  const places = diagnostics.map(({ code, span, message }) => [
    code,
    `${span?.file}:${span?.line}`,
    /^The name/.test(message) ? 'name' : /"(\w+)"/.exec(message)?.[1],
  ])
  expect(places).toEqual([
    ['unchecked-intent', 'src/components/cart.tsx:8', 'beside'],
    ['unchecked-intent', 'src/components/cart.tsx:17', 'name'],
    ['unchecked-intent', 'src/lib/hooks.ts:3', 'bare'],
    ['unchecked-intent', 'src/lib/hooks.ts:4', 'whole'],
  ])
  const [cart] = model.components
  expect(cart?.intents.map(({ tool, input }) => [tool, input.source])).toEqual([
    ['Cart.plain', 'type'],
    ['Cart.own', 'type'],
  ])
})
