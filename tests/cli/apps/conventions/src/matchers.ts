export const even = (value: string): boolean => /^\d*[02468]$/.test(value)

/** A type predicate says what a matched parameter is. */
export const size = (value: string): value is 'small' | 'large' => value === 'small' || value === 'large'
