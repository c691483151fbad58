// Validators of the row `validators`, which typia compiles from the types of its cases: closed ones refuse undeclared keys.
import typia, { type tags } from 'typia'

type Text<Max extends number> = string & tags.MinLength<1> & tags.MaxLength<Max>
type Whole<Min extends number> = number & tags.Type<'int64'> & tags.Minimum<Min>

interface Flat {
  id: Text<40>
  name: Text<100>
  age: Whole<0> & tags.Maximum<150>
  active: boolean
  bio?: Text<500>
}

interface Order {
  id: string
  customer: string
  items: { sku: string; quantity: Whole<1>; price: number; attributes: Record<string, string> }[]
}

type Event =
  | { type: 'opened'; url: string; at: number }
  | { type: 'clicked'; x: number; y: number; button?: number }
  | { type: 'typed'; key: string; shift?: boolean }
  | { type: 'scrolled'; top: number; left: number }
  | { type: 'failed'; message: string; code: number }
  | { type: 'closed'; at: number }

export const closed = {
  'flat object': typia.createEquals<Flat>(),
  'order of 20 items': typia.createEquals<Order>(),
  'one tagged union': typia.createEquals<Event>(),
}

export const open = {
  'flat object': typia.createIs<Flat>(),
  'order of 20 items': typia.createIs<Order>(),
  'one tagged union': typia.createIs<Event>(),
}
