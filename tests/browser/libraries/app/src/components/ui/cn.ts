import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names. Of Tailwind classes for the same property, the last one applies. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
