export const shelf = (value: string): value is 'new' | 'sale' => value === 'new' || value === 'sale'
export const odd = (value: string): boolean => value.length % 2 === 1
