export interface Tea {
  readonly slug: string
  readonly name: string
  readonly origin: string
  readonly text: string
  /** How often it got one, two, … five stars. */
  readonly ratings: readonly number[]
}

export const TEAS: readonly Tea[] = [
  {
    slug: 'first-flush',
    name: 'First Flush',
    origin: 'Darjeeling, March',
    text: 'Thin, bright, a little impatient. Two minutes and not one more.',
    ratings: [0, 1, 4, 9, 6],
  },
  {
    slug: 'smoke',
    name: 'Smoke',
    origin: 'Wuyi, over pine',
    text: 'A fire that somebody put out an hour ago. People love it or leave the room.',
    ratings: [5, 2, 1, 3, 8],
  },
  {
    slug: 'barley',
    name: 'Barley',
    origin: 'Nagano, roasted',
    text: 'No tea at all, and the one that is always empty first.',
    ratings: [0, 0, 3, 7, 5],
  },
]

/** Of one star, two, … five: from 1 to 5, with one decimal; 0 without ratings. */
export function average(ratings: readonly number[]): number {
  const count = ratings.reduce((sum, times) => sum + times, 0)
  const stars = ratings.reduce((sum, times, index) => sum + times * (index + 1), 0)
  return count === 0 ? 0 : Math.round((stars / count) * 10) / 10
}
