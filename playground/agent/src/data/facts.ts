/** What the desk remembers about a customer, across tickets. */
import { all, run } from './database.ts'

export interface Fact {
  readonly id: number
  readonly text: string
  readonly at: number
}

/** Facts of a customer: a further one replaces the oldest. */
const MOST = 30

export function listFacts(customer: string): readonly Fact[] {
  return all('select id, text, at from facts where customer = ? order by id', customer)
}

export function addFact(customer: string, text: string, now = Date.now()): void {
  run('insert or ignore into facts (customer, text, at) values (?, ?, ?)', customer, text, now)
  run(
    'delete from facts where customer = ? and id not in (select id from facts where customer = ? order by id desc limit ?)',
    customer,
    customer,
    MOST,
  )
}

/** Returns whether the customer had this fact. */
export function removeFact(customer: string, id: number): boolean {
  return run('delete from facts where customer = ? and id = ?', customer, id).changes > 0
}
