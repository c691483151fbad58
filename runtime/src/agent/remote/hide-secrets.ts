/** Removes the secrets of a request from a response that refuses it: errors quote such responses, and logs contain errors. */

/** Fields of requests to authorization servers that are secret. */
const SECRET_FIELDS = ['client_secret', 'refresh_token', 'code', 'code_verifier', 'client_assertion']
/** Shorter values are no secrets, and would be found in words. */
const MIN_LENGTH = 8

/** Returns the response; one without success contains none of the secrets that the request has sent. */
export async function hideSecrets(response: Response, { headers, body }: RequestInit = {}): Promise<Response> {
  if (response.ok || response.body === null) return response
  const secrets = [...readCredentials(new Headers(headers).get('authorization') ?? ''), ...readFields(body)]
  const text = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length >= MIN_LENGTH)
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), await response.text())
  const { status, statusText } = response
  return new Response(text, { status, statusText, headers: response.headers })
}

/** Returns the token; of the scheme Basic, also the password. */
function readCredentials(authorization: string): readonly string[] {
  const [scheme = '', credentials = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return [credentials]
  const pair = Buffer.from(credentials, 'base64').toString()
  const password = pair.slice(pair.indexOf(':') + 1)
  return [credentials, password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readFields(body: RequestInit['body']): readonly string[] {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  return SECRET_FIELDS.flatMap((field) => form.getAll(field))
}
