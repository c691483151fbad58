/** A department of the shop. */
export type Category = 'kitchen' | 'desk' | 'outdoors' | 'textiles' | 'garden'

/** What each is called, in the order of the navigation. */
export const CATEGORIES: Readonly<Record<Category, string>> = {
  kitchen: 'Kitchen',
  desk: 'Desk',
  outdoors: 'Outdoors',
  textiles: 'Textiles',
  garden: 'Garden',
}
