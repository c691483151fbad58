export interface Money {
  currency: string
  format(locale: string): string
}
