/** Reads what an app's `package.json` says about the app. */
import { isRecord, tryParseJson } from '@fw/runtime/contract'
import type { AppModel } from '../model.ts'

/** Returns the version and the license. An invalid `package.json` is reported elsewhere. */
export function parseAppPackage(text: string | undefined): AppModel['appPackage'] {
  const parsed = tryParseJson(text ?? '')
  const { version, license } = isRecord(parsed) ? parsed : {}
  return { ...(typeof version === 'string' && { version }), ...(typeof license === 'string' && { license }) }
}
