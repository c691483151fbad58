/** Rounds of a row: contenders alternate, so that all of them have the same load of the machine. */
import { median } from './median.ts'
import { formatValue, type Log, type Measure, type Result, toResult } from './result.ts'

export interface Contender {
  readonly name: string
  readonly runtime: string
}

export interface Rounds<One extends Contender, Name extends string> {
  readonly row: string
  /** Appended to the names of the measures, such as the size of the measured app. */
  readonly subject?: string
  readonly rounds: number
  readonly contenders: readonly One[]
  readonly measures: Readonly<Record<Name, Measure>>
  /** Measures one round. Contenders may leave measures out; a list has several values of one round. */
  measure(contender: One, round: number): Promise<Values<Name>> | Values<Name>
}

export type Values<Name extends string> = { readonly [Key in Name]?: number | readonly number[] }

/** Measures every contender once per round, and logs each measurement. */
export async function measureRounds<One extends Contender, Name extends string>(
  { row, subject, rounds, contenders, measures, measure }: Rounds<One, Name>,
  log: Log,
): Promise<readonly Result[]> {
  const names = Object.keys(measures) as Name[] // the keys of a record of them
  const measured = contenders.map(() => new Map<Name, number[]>())
  for (let round = 0; round < rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const values = await measure(contender, round)
      const printed: string[] = []
      for (const name of names) {
        const value = values[name]
        if (value === undefined) continue
        const list = [value].flat()
        measured[index]?.set(name, [...(measured[index].get(name) ?? []), ...list])
        printed.push(`${name} ${formatValue(median(list), measures[name].unit)}`)
      }
      const about = [row, subject, `${round + 1}/${rounds}`, `${contender.name}, ${contender.runtime}`]
      log(`${about.filter((part) => part !== undefined).join('  ')}: ${printed.join(', ')}`)
    }
  return names.flatMap((name) =>
    contenders.flatMap(({ name: contender, runtime }, index) => {
      const values = measured[index]?.get(name)
      const title = subject === undefined ? name : `${name}, ${subject}`
      return values === undefined
        ? []
        : toResult({ row, measure: title, contender, runtime, ...measures[name], values })
    }),
  )
}
