/** Solid's code that replaces a whole state. A file of its own, because few pages need it at the start. */
export { reconcile } from 'solid-js/store'
