/** Splits texts into words for the search of tools, and reduces words to terms that compare equal. */

/** Words without meaning for the choice of a tool. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been before but by can do does for from give had has have he her him his how i if in into is it its ' +
    'me my of on or our please she so that the their them they this to us was we what when where which who will with would you your'
  ).split(' '),
)

/** Verbs of several words, and one with the same meaning. */
const PHRASES: readonly (readonly [phrase: RegExp, verb: string])[] = [
  [/\bset up\b/gi, 'create'],
  [/\blook up\b/gi, 'find'],
  [/\bcall(ed)? off\b/gi, 'cancel'],
  [/\bturn(ed)? down\b/gi, 'reject'],
  [/\b(turn|switch) on\b/gi, 'enable'],
  [/\b(turn|switch) off\b/gi, 'disable'],
  [/\bhand(ed)? over\b/gi, 'transfer'],
  [/\bwr(ite|ote) down\b/gi, 'record'],
  [/\bget rid of\b/gi, 'delete'],
]

/** Splits at white space and punctuation, and within camelCase. */
export function splitWords(text: string): string[] {
  return PHRASES.reduce((whole, [phrase, verb]) => whole.replace(phrase, verb), text)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns the terms of a word: its stem and its groups of synonyms; `false` for a word without meaning. */
export function toTerms(word: string): string[] | false {
  const lower = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  if (STOP_WORDS.has(lower)) return false
  const stem = toStem(lower)
  return [stem, ...(SYNONYMS.get(stem) ?? [])]
}

/** Removes the endings of plurals and verb forms, so that "refunds", "refunded" and "refunding" are one term. */
function toStem(word: string): string {
  if (word.length < 4) return word
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  if (bare.length < 5) return bare.replace(/e$/, '')
  return bare
    .replace(/(?:ing|ed)$/, '')
    .replace(/(?:ation|ition|tion|ment)$/, '')
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/e$/, '')
}

/** Words for the same action or thing in most applications; the first one represents its group. */
const GROUPS = [
  'create add new make insert register open start setup',
  'delete remove erase clear drop purge discard off',
  'update change edit modify set adjust correct alter switch',
  'list show view see display find search get look read fetch check know',
  'send email mail deliver notify',
  'cancel stop end abort terminate withdraw quit',
  'approve accept confirm allow authorize',
  'reject decline refuse deny dismiss',
  'move transfer shift postpone reschedule push relocate',
  'schedule plan book arrange regular recurring daily weekly monthly every monday tuesday wednesday thursday friday saturday sunday',
  'assign give hand delegate',
  'restore recover undelete revert back',
  'refund reimburse repay return back',
  'copy duplicate clone',
  'lock freeze block suspend disable deactivate',
  'customer client buyer shopper consumer',
  'price cost charge fee',
  'pay payment money',
  'invoice bill',
  'unpaid overdue outstanding receivable age',
  'parcel package shipment',
  'product item article',
  'variant size color red blue green black white',
  'employee worker staff colleague company people person team',
  'vacation holiday leave absence absent away off office',
  'meeting event appointment call',
  'deadline due',
  'file document attachment',
  'image photo picture logo',
  'role permission admin administrator right privilege',
  'website site homepage',
  'newsletter campaign mailing',
  'statistics stats figure metric analytics count number many',
  'supplier vendor',
  'voucher coupon discount code promotion',
  'stock inventory',
  'device laptop computer',
  'trip travel journey',
  'applicant candidate',
  'job position vacancy',
  'salary wage pay',
  'skill experience expertise',
  'broken damaged defective',
  'sick ill',
  'status progress state going',
]

/** Begins the term of a group. No word contains it. */
const GROUP = '~'

/** Whether a term represents a group of synonyms. */
export function isGroup(term: string): boolean {
  return term.startsWith(GROUP)
}

/** The terms of the groups of each word. */
const SYNONYMS = GROUPS.reduce((synonyms, group) => {
  const words = group.split(' ')
  for (const stem of new Set(words.map(toStem))) synonyms.set(stem, [...(synonyms.get(stem) ?? []), GROUP + words[0]])
  return synonyms
}, new Map<string, readonly string[]>())
