/** Key of the symbol under which the page publishes the functions that carry causes, for packages in CommonJS. */
export const CAUSES_KEY = 'fw.causes'
