import { createContext } from 'solid-js'

/** What the frame around a badge looks like now. */
export const Theme = createContext<() => string>(() => 'none')
