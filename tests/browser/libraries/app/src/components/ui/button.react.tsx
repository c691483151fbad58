/** @jsxImportSource react */
import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const buttonVariants = cva('inline-flex rounded px-4', {
  variants: { variant: { default: 'bg-black text-white', outline: 'border bg-white' } },
  defaultVariants: { variant: 'default' },
})

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean }

/** A button as shadcn/ui has it. */
export function Button({ className, variant, asChild = false, ...props }: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button'
  return <Component data-slot="button" className={cn(buttonVariants({ variant }), className)} {...props} />
}
