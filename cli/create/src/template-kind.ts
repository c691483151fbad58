/** The two kinds of apps that this package contains. Each is the name of a flag. */

/** `template`: a product to begin with. `example`: an app of the documentation. */
export const TEMPLATE_KINDS = ['template', 'example'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]
