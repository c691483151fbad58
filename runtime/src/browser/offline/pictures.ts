/** The pictures of a stored page: a page names several versions of each, and one of them is enough without a network. */

export interface PagePicture {
  /** The version to store: an address. */
  readonly stored: string
  /** Every version that a browser may ask for, the stored one too. */
  readonly versions: readonly string[]
}

/** As wide as a phone shows it; wider ones cost everybody who may never be without a network. */
const WIDE_ENOUGH = 640

/** The pictures that a page of `base` shows, as far as they are of the same origin. A worker has no parser of HTML. */
export function findImages(html: string, base: string): readonly PagePicture[] {
  return [...html.matchAll(/<picture\b[^>]*>.*?<\/picture>|<img\b[^>]*>/gis)].flatMap(([element]) => {
    const sets = findAttributeValues(element, 'srcset').map((set) => parseCandidates(set, base))
    const plain = findAttributeValues(element, 'src').flatMap((src) => sameOrigin(src, base) ?? [])
    // The first set that has any is of the best format.
    const stored = chosen(sets.find((set) => set.length > 0) ?? []) ?? plain[0]
    if (stored === undefined) return []
    return [{ stored, versions: [...new Set([...sets.flat().map(({ url }) => url), ...plain])] }]
  })
}

interface Candidate {
  readonly url: string
  readonly width: number
}

function parseCandidates(set: string, base: string): readonly Candidate[] {
  return set.split(/,\s+/).flatMap((candidate) => {
    const [address = '', size = ''] = candidate.trim().split(/\s+/)
    const url = sameOrigin(address, base)
    return url === undefined ? [] : [{ url, width: Number.parseFloat(size) || 0 }]
  })
}

function chosen(candidates: readonly Candidate[]): string | undefined {
  const sorted = candidates.toSorted((a, b) => a.width - b.width)
  return (sorted.find(({ width }) => width >= WIDE_ENOUGH) ?? sorted.at(-1))?.url
}

/** Of every tag in it; what fw and a build write has quotes. */
function findAttributeValues(element: string, name: string): readonly string[] {
  return [...element.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'gi'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  )
}

function sameOrigin(address: string, base: string): string | undefined {
  if (address === '' || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.origin === new URL(base).origin ? url.href : undefined
}
