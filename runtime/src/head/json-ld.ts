/**
 * Structured data by schema.org's names, for the `jsonLd` field of a page. Absent fields are left out, addresses taken as
 * they are written. The results are plain objects: `{ ...articleJsonLd(…), image: '…' }` adds whatever schema.org has.
 */

export interface ArticleInput<Type extends string = string> {
  /** A kind of article of schema.org, as `BlogPosting`. Default `Article`. */
  readonly type?: Type | undefined
  readonly headline: string
  /** ISO date. */
  readonly datePublished?: string | undefined
  /** Becomes a `Person`. */
  readonly author?: { readonly name: string; readonly url?: string | undefined } | undefined
}

/** What `articleJsonLd` makes: an article for search engines (schema.org). Dates are ISO 8601. */
export interface ArticleJsonLd<Type extends string = string> {
  readonly '@context': 'https://schema.org'
  readonly '@type': Type
  readonly headline: string
  readonly datePublished?: string
  readonly author?: { readonly '@type': 'Person'; readonly name: string; readonly url?: string }
}

/** An article, or what `type` names. */
export function articleJsonLd<const Type extends string = 'Article'>(input: ArticleInput<Type>): ArticleJsonLd<Type> {
  const { type = 'Article' as Type, author, ...rest } = input // the default of `Type` is the default of `type`
  const person = author === undefined ? {} : { author: { '@type': 'Person' as const, ...withoutAbsent(author) } }
  return { '@context': 'https://schema.org', '@type': type, ...withoutAbsent(rest), ...person }
}

/** One step of the way to a page, the outermost first. */
export interface BreadcrumbInput {
  readonly name: string
  /** Absent for the current page. */
  readonly url?: string | undefined
}

/** What `breadcrumbJsonLd` makes: the way to a page for search engines (schema.org). */
export interface BreadcrumbJsonLd {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'BreadcrumbList'
  readonly itemListElement: readonly {
    readonly '@type': 'ListItem'
    /** From 1. */
    readonly position: number
    readonly name: string
    readonly item?: string
  }[]
}

/** The way to a page, from the outermost page on. */
export function breadcrumbJsonLd(trail: readonly BreadcrumbInput[]): BreadcrumbJsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(url === undefined ? {} : { item: url }),
    })),
  }
}

/** What is said of an organization. Addresses are absolute. */
export interface OrganizationInput {
  readonly name: string
  readonly url?: string | undefined
  /** Pages elsewhere that are the same organization's. */
  readonly sameAs?: readonly string[] | undefined
}

/** What `organizationJsonLd` makes: an organization for search engines (schema.org). */
export interface OrganizationJsonLd {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'Organization'
  readonly name: string
  readonly url?: string
  readonly sameAs?: readonly string[]
}

/** Whoever stands behind the site. */
export function organizationJsonLd(input: OrganizationInput): OrganizationJsonLd {
  return { '@context': 'https://schema.org', '@type': 'Organization', ...withoutAbsent(input) }
}

type Present<Input> = { [Key in keyof Input]: Exclude<Input[Key], undefined> }

function withoutAbsent<Input extends object>(input: Input): Present<Input> {
  // `fromEntries` forgets which keys there are; only those without a value are gone.
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<Input>
}
