/**
 * Pages whose examples use libraries that the repository doesn't install. Those of the recipes are files of the app in
 * `tests/browser/libraries`, whose test builds them and uses them in a browser. `tests/openapi` and `tests/client-package` run those of the guide.
 */
export const LIBRARY_PAGES: readonly string[] = [
  'guide/openapi.md',
  'guide/sdk.md',
  'recipes/component-libraries.md',
  'recipes/form-libraries.md',
  'recipes/icons-and-motion.md',
  'recipes/react-components.md',
  'recipes/tanstack.md',
]
