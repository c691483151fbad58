/** The elements that MDX renders. Replace one with a component of your own to change how it looks everywhere. */
import type { ComponentProps } from 'solid-js'
import { Dynamic } from 'solid-js/web'

const NAMES = ['h1', 'h2', 'h3', 'p', 'a', 'em', 'strong', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'img', 'hr']
const element = (name: string) => (props: ComponentProps<'div'>) => <Dynamic component={name} {...props} />

export const useMDXComponents = () => Object.fromEntries(NAMES.map((name) => [name, element(name)]))
