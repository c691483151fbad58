/**
 * Pages whose examples use libraries that the repository doesn't install: they are files of the app in
 * `tests/browser/libraries`, whose test builds them and uses them in a browser.
 */
export const LIBRARY_PAGES: readonly string[] = [
  'recipes/component-libraries.md',
  'recipes/form-libraries.md',
  'recipes/icons-and-motion.md',
  'recipes/react-components.md',
  'recipes/tanstack.md',
]
