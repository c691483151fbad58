/** The tags of the articles, by the id that their front matter and the URL contain. */
export const TAGS = {
  typography: { en: 'Typography', de: 'Typografie' },
  color: { en: 'Color', de: 'Farbe' },
  writing: { en: 'Writing', de: 'Schreiben' },
} as const

export type TagId = keyof typeof TAGS
