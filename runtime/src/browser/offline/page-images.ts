/** The images of a stored page. A page names several versions of each, and one of them is enough without a network. */

export interface PageImage {
  /** URL of the version to store. */
  readonly stored: string
  /** URLs of all versions that a browser may request, including the stored one. */
  readonly versions: readonly string[]
}

/** The width of a phone. Wider versions would cost every user bandwidth, even if they are never offline. */
const WIDE_ENOUGH = 640

/** Finds the images of the same origin in a page at `base`. A worker has no HTML parser. */
export function findImages(html: string, base: string): readonly PageImage[] {
  return findElements(html).flatMap((element) => {
    const sets = findAttributeValues(element, 'srcset').map((set) => parseCandidates(set, base))
    const plain = findAttributeValues(element, 'src').flatMap((src) => sameOrigin(src, base) ?? [])
    // The first set with candidates has the best format.
    const stored = chooseCandidate(sets.find((set) => set.length > 0) ?? []) ?? plain[0]
    if (stored === undefined) return []
    return [{ stored, versions: [...new Set([...sets.flat().map(({ url }) => url), ...plain])] }]
  })
}

/** Returns the markup of each `picture` element, and of each `img` element outside them, in one pass over the page. */
function findElements(html: string): readonly string[] {
  const elements: string[] = []
  const tags = /<(\/?picture|img)\b/gi
  let picture: number | undefined
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const end = html.indexOf('>', tag.index) + 1
    if (end === 0) break
    tags.lastIndex = end
    const name = tag[1]?.toLowerCase()
    if (name === 'picture') picture ??= tag.index
    else if (name === '/picture' && picture !== undefined) {
      elements.push(html.slice(picture, end))
      picture = undefined
    } else if (name === 'img' && picture === undefined) elements.push(html.slice(tag.index, end))
  }
  return elements
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

function chooseCandidate(candidates: readonly Candidate[]): string | undefined {
  const sorted = candidates.toSorted((a, b) => a.width - b.width)
  return (sorted.find(({ width }) => width >= WIDE_ENOUGH) ?? sorted.at(-1))?.url
}

/** Returns the values of an attribute in all tags. The framework and its builds always write quotes. */
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
