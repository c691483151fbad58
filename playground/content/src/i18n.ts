import { defineI18n } from '@fw/runtime'
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }

export default defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en, de } })
