import { defineI18n } from '@fw/runtime'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

export default defineI18n({
  locales: ['en', 'de', 'ar'],
  defaultLocale: 'en',
  timeZone: 'Europe/Berlin',
  messages: { en, de, ar },
})
