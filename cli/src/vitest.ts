/** `@fw/cli/vitest`: the framework as a plugin for Vitest, so that tests import the sources of an app. */
export { vitestPlugin as fw } from '@fw/compiler/dev'
