import { expectTypeOf, test } from 'vitest'
import { type Api, type LiveRead, live, useForm } from '../../../runtime/src/index.ts'

interface Card {
  readonly title: string
}

declare const listCards: Api<{ board: string }, Card[]>
declare const listAll: Api<Record<never, never>, Card[]>
declare const addCard: Api<{ title: string }, { added: boolean }>

test('the input of a live read is that of its API, and its value the result', () => {
  // The types are checked, and nothing runs.
  const check = () => {
    expectTypeOf(live(listCards, { board: 'a' })).toEqualTypeOf<LiveRead<Card[]>>()
    expectTypeOf(live(listCards, () => ({ board: 'a' }))()).toEqualTypeOf<Card[] | undefined>()
    live(listCards, () => (Math.random() > 1 ? { board: 'a' } : undefined))
    expectTypeOf(live(listAll).latest).toEqualTypeOf<Card[] | undefined>()
    // @ts-expect-error: the input is missing
    live(listCards)
    // @ts-expect-error: the input has another type
    live(listCards, () => ({ board: 1 }))
    const cards = live(listAll)
    expectTypeOf(cards.refetch()).resolves.toEqualTypeOf<Card[] | undefined>()
    expectTypeOf(cards.call(addCard, { title: 'a' })).resolves.toEqualTypeOf<{ added: boolean }>()
    void cards.call(addCard, { title: 'a' }, { optimistic: (current, input) => [...current, { title: input.title }] })
    // @ts-expect-error: the expected value has another type
    void cards.call(addCard, { title: 'a' }, { optimistic: () => 'a' })
    // @ts-expect-error: the input of the call has another type
    void cards.call(addCard, { title: 1 })
  }
  expectTypeOf(check).returns.toEqualTypeOf<void>()
})

test('the expected value of a form is that of its live read, and its fields are those of the input', () => {
  const check = () => {
    const cards = live(listAll)
    useForm(addCard, {
      onDone: ({ added }) => expectTypeOf(added).toEqualTypeOf<boolean>(),
      optimistic: [cards, (current, fields) => [...current, { title: String(fields.get('title')) }]],
    })
    // @ts-expect-error: the expected value has another type
    useForm(addCard, { optimistic: [cards, () => 'a'] })
    // @ts-expect-error: the form has no such field
    useForm(addCard, { optimistic: [cards, (current, fields) => (fields.has('titel') ? current : [])] })
  }
  expectTypeOf(check).returns.toEqualTypeOf<void>()
})
