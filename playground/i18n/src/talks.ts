/** The program. Names are shown in the language of the page. */
import type { Locale } from '@fw/runtime'

export interface Talk {
  readonly slug: string
  readonly name: Readonly<Record<Locale, string>>
  readonly when: Date
  readonly guide: 'woman' | 'man' | 'both'
  readonly times: number
  /** In euros. */
  readonly price: number
  /** Share of seats that are free. */
  readonly free: number
}

export const TALKS: readonly Talk[] = [
  {
    slug: 'lamplighters',
    name: { en: 'The last lamplighters', de: 'Die letzten Laternenanzünder', ar: 'آخر موقدي المصابيح' },
    when: new Date('2027-02-05T18:30:00Z'),
    guide: 'woman',
    times: 11,
    price: 4.5,
    free: 0.4,
  },
  {
    slug: 'paper-and-wax',
    name: { en: 'Paper and wax', de: 'Papier und Wachs', ar: 'الورق والشمع' },
    when: new Date('2027-02-06T17:00:00Z'),
    guide: 'man',
    times: 1,
    price: 0,
    free: 0.05,
  },
  {
    slug: 'river-walk',
    name: { en: 'River walk without lights', de: 'Flussgang ohne Licht', ar: 'نزهة على النهر بلا أضواء' },
    when: new Date('2027-02-07T19:15:00Z'),
    guide: 'both',
    times: 2,
    price: 1250,
    free: 0.875,
  },
]
