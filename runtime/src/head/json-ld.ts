/**
 * Structured data by schema.org's names for the `jsonLd` field of a page. Absent fields are left out, and URLs stay
 * unchanged. The results are plain objects, so `{ ...articleJsonLd(…), image: '…' }` adds any other member of
 * schema.org.
 */

export interface ArticleInput<Type extends string = string> {
  /** Type of article in schema.org, such as `BlogPosting`. Default `Article`. */
  readonly type?: Type | undefined
  readonly headline: string
  /** ISO date. */
  readonly datePublished?: string | undefined
  /** ISO date of the last change. */
  readonly dateModified?: string | undefined
  /** BCP 47 language tag, such as `de-CH`. */
  readonly inLanguage?: string | undefined
  /** Becomes a `Person`. */
  readonly author?: { readonly name: string; readonly url?: string | undefined } | undefined
}

/** The result of `articleJsonLd`: an article for search engines (schema.org). Dates are ISO 8601. */
export interface ArticleJsonLd<Type extends string = string> {
  readonly '@context': 'https://schema.org'
  readonly '@type': Type
  readonly headline: string
  readonly datePublished?: string
  readonly dateModified?: string
  readonly inLanguage?: string
  readonly author?: { readonly '@type': 'Person'; readonly name: string; readonly url?: string }
}

/** Creates the structured data of an article, or of the `type`. */
export function articleJsonLd<const Type extends string = 'Article'>(input: ArticleInput<Type>): ArticleJsonLd<Type> {
  const { type = 'Article' as Type, author, ...rest } = input // the default of `Type` is the default of `type`
  const person = author === undefined ? {} : { author: { '@type': 'Person' as const, ...withoutAbsent(author) } }
  return { '@context': 'https://schema.org', '@type': type, ...withoutAbsent(rest), ...person }
}

/** One step of the path to a page, outermost first. */
export interface BreadcrumbInput {
  readonly name: string
  /** Absent for the current page. */
  readonly url?: string | undefined
}

/** The result of `breadcrumbJsonLd`: the path to a page for search engines (schema.org). */
export interface BreadcrumbJsonLd {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'BreadcrumbList'
  readonly itemListElement: readonly {
    readonly '@type': 'ListItem'
    /** Starts at 1. */
    readonly position: number
    readonly name: string
    readonly item?: string
  }[]
}

/** Creates the structured data of the path to a page, starting with the outermost page. */
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

/** The data of an organization. URLs are absolute. */
export interface OrganizationInput {
  readonly name: string
  readonly url?: string | undefined
  /** URLs of the organization's pages on other sites. */
  readonly sameAs?: readonly string[] | undefined
}

/** The result of `organizationJsonLd`: an organization for search engines (schema.org). */
export interface OrganizationJsonLd {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'Organization'
  readonly name: string
  readonly url?: string
  readonly sameAs?: readonly string[]
}

/** Creates the structured data of the organization behind the site. */
export function organizationJsonLd(input: OrganizationInput): OrganizationJsonLd {
  return { '@context': 'https://schema.org', '@type': 'Organization', ...withoutAbsent(input) }
}

type Present<Input> = { [Key in keyof Input]: Exclude<Input[Key], undefined> }

function withoutAbsent<Input extends object>(input: Input): Present<Input> {
  // `fromEntries` loses the key types; only keys without a value are removed.
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<Input>
}
