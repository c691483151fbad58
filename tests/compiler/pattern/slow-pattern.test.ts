/**
 * Known slow patterns, and fast ones as apps have them. The verdicts of both lists are also those of recheck 4.5, an
 * independent checker, except for two that it cannot judge.
 */
import { describe, expect, it } from 'vitest'
import { findSlowness } from '../../../compiler/src/pattern/slow-pattern.ts'

const SLOW: readonly string[] = [
  '(a+)+$',
  '^(a+)+$',
  '^(a*)*$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(.*)*x',
  '^(.*)*$',
  String.raw`^(\w+\s?)*$`,
  String.raw`^(\w+\s*)+$`,
  String.raw`\s*\s*$`,
  String.raw`\s+$`,
  String.raw`^\s+|\s+$`,
  '^(a?){25}a{25}$',
  String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  String.raw`^(\d+)*$`,
  '^(?:a|b|ab)*c$',
  '^.*a.*b.*$',
  '^(x+x+)+y$',
  String.raw`^\d*\d?\d*$`,
  '^(.+)+@',
  String.raw`^[\w.-]+@[\w.-]+\.[\w.-]+$`,
  '^([a-z]+-?)+$',
  '(?:.*,)*x',
  '^((ab)*)*$',
  String.raw`^(\s|\n)*$`,
  String.raw`^(?:[a-z]|\w)+!$`,
  String.raw`^\w+\d+$`,
  '(x+)y$',
  '^(?=(a+)+$)',
  '^(a+){2,}$',
  String.raw`^(?:\w*\d*)*$`,
  '^("[^"]*"|[^,]*)*$',
  '^(0|1|01)*2$',
  '[a-z]+@',
  '^((a|b)*c*)*d$',
  '<?[^>]*>$',
  '(?:a?){12}b',
  '^(?:a?){12}b',
  '^(?:a?){12}$',
  'a?a?a?a?a?a?a?a?a?a?a?a?b',
  '^(?:a|b?){12}c',
  '(?:a{0,2}){6}b',
  '^(?:(?:a?){4}){4}b',
  '^(?:(?:a?){12}b)?$',
  String.raw`^(\p{Extended_Pictographic}|\p{Emoji_Component})+$`,
  '^(?:a*c|a)*',
  '^(?:a|a){12,}',
  String.raw`^(.*)-\1`,
  String.raw`^\s+(?!-)\s+$`,
]

const FAST: readonly string[] = [
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  String.raw`^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$`,
  String.raw`^\d{4}-\d{2}-\d{2}$`,
  '^#(?:[0-9a-f]{3}){1,2}$',
  '^#[0-9a-fA-F]{6}$',
  String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
  String.raw`^\+[1-9]\d{1,14}$`,
  '^[A-Z]{2}$',
  '^[a-z]{2}(?:-[A-Z]{2})?$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  String.raw`^\S+$`,
  '^[^@]+$',
  String.raw`\S`,
  String.raw`^\d+$`,
  String.raw`^-?\d+(?:\.\d+)?$`,
  String.raw`^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$`,
  '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
  String.raw`^[\w.-]+$`,
  '^https://',
  String.raw`\.pdf$`,
  String.raw`^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$`,
  String.raw`^\d{5}(?:-\d{4})?$`,
  String.raw`^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14})$`,
  String.raw`^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$`,
  String.raw`^\p{L}[\p{L}\p{M}' -]*$`,
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  String.raw`^[1-9]\d{0,2}(?:,\d{3})*$`,
  String.raw`^(?:[01]\d|2[0-3]):[0-5]\d$`,
  String.raw`^[a-zA-Z_$][\w$]*$`,
  '^(?:a|b|c)+$',
  String.raw`^[\s\S]*$`,
  String.raw`^v\d+$`,
  '^/(?:[a-z0-9-]+/)*[a-z0-9-]*$',
  String.raw`^(?!.*\.\.)[a-z.]+$`,
  String.raw`^(?=.*\d)(?=.*[a-z]).{8,}$`,
  String.raw`^\w+(?:\s\w+)*$`,
  '^[A-HJ-NPR-Z0-9]{17}$',
  String.raw`^SKU-\d{4,8}$`,
  '^sk_(?:live|test)_[A-Za-z0-9]{24,}$',
  '[A-Z]',
  '^.{3,20}$',
  String.raw`^(?:[a-z0-9]+\.)*[a-z]{2,}$`,
  '^@[a-z0-9-~][a-z0-9-._~]*/[a-z0-9-~][a-z0-9-._~]*$',
  '^[a-f0-9]{40}$',
  String.raw`^(?:\d+,)*\d+$`,
  '^data:image/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
  String.raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$`,
  String.raw`\d`,
  'foo|bar',
  String.raw`^the_[\s\S]*_value$`,
  String.raw`^[\s\S]*px$`,
  '^a?b?c?d?e?f?g?h?i?j?k?l?$',
  '^(?:a?){3}b',
  '^(?:a?b){12}$',
  '^a?a?a?a?b$',
  '^[a-z]?[a-z]?[a-z]?[a-z]?-$',
  String.raw`\d{1,3}(?:,\d{3})?(?:\.\d{1,2})?`,
  String.raw`#[0-9a-f]{3,6}\b`,
  String.raw`\w{1,16}@`,
  // They match independent of the following text.
  '^([^,]*,?)*$',
  String.raw`^\s*#\s+.+`,
  String.raw`^(?:\s+|//.*)*`,
  String.raw`^---\n([\s\S]*?)\n---\n([\s\S]*)$`,
  String.raw`^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`,
  '^(?:(?:a|a)b?)*',
  String.raw`\s{2,}`,
  '[A-Z]{2,}',
  // A look-ahead of one character keeps two repetitions apart.
  String.raw`^extends\s+(?!\s)(.+)$`,
  String.raw`^\s*(?=\S)[^#]*$`,
  String.raw`^(\s|/\*([^*]|\*(?!/))*\*/)*\w$`,
  // Long lists.
  `^(?:${Array.from({ length: 500 }, (_, index) => `a${index}b`).join('|')})$`,
  '^(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,7}:|(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,5}(?::[0-9a-f]{1,4}){1,2}|(?:[0-9a-f]{1,4}:){1,4}(?::[0-9a-f]{1,4}){1,3}|(?:[0-9a-f]{1,4}:){1,3}(?::[0-9a-f]{1,4}){1,4}|(?:[0-9a-f]{1,4}:){1,2}(?::[0-9a-f]{1,4}){1,5}|[0-9a-f]{1,4}:(?::[0-9a-f]{1,4}){1,6}|:(?:(?::[0-9a-f]{1,4}){1,7}|:))$',
]

describe('findSlowness', () => {
  it.each(SLOW)('refuses %s', (pattern) => {
    expect(findSlowness(pattern)).toBeDefined()
  })

  it.each(FAST)('accepts %s', (pattern) => {
    expect(findSlowness(pattern)).toBeUndefined()
  })

  it.each([
    ['^(a+)+$', 'exponential'],
    ['^\\w+\\d+$', 'polynomial'],
    ['\\s+$', 'polynomial'],
    ['^(a?){25}a{25}$', 'branching'],
    ['(?:a?){12}b', 'branching'],
    ['(?:a?){8}b', 'branching'],
    ['^(?:a?){8}b', undefined],
    ['^(?:[ab]{1,16}c){100}$', undefined],
    [`^(?:${Array.from({ length: 1000 }, (_, index) => `a${index}b`).join('|')})$`, 'unknown'],
    ['^(?:(?:a|a)b?)*$', 'exponential'],
    ['^a+a+', undefined],
    ['^a+a+b', 'polynomial'],
  ])('reports how slow %s is', (pattern, slowness) => {
    expect(findSlowness(pattern)).toBe(slowness)
  })

  it('counts look-aheads and back references as work', () => {
    expect(findSlowness('^(?:(?!.*x)[a-z])*$')).toBe('polynomial')
    expect(findSlowness('^a*(?=.*b)')).toBe('polynomial')
    expect(findSlowness('^(?:(?!ab)[^])*ab$'.replace('[^]', String.raw`[\s\S]`))).toBeUndefined()
    expect(findSlowness(String.raw`^(['"])[^'"]*\1$`)).toBeUndefined()
    expect(findSlowness(String.raw`^(.*)-\1$`)).toBe('polynomial')
  })
})
