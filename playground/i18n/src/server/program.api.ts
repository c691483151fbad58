import { api, t, useI18n } from '@fw/runtime'
import { TALKS } from '../talks.ts'

/** The evenings of the festival: when they are, what they cost and how many seats are free, in the caller's language. */
export const list = api({
  readonly: true,
  run: async (): Promise<Evening[]> => {
    const { locale } = useI18n()
    return TALKS.map(({ slug, name, when, price, free }) => ({
      slug,
      name: name[locale],
      when: t('talk.when', { when }),
      price: t('talk.price', { price }),
      seats: t('talk.free', { share: free }),
    }))
  },
})

interface Evening {
  slug: string
  name: string
  when: string
  price: string
  seats: string
}
