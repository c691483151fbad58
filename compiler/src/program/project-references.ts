/**
 * `references` of an app's tsconfig.json. The types of a referenced project are read from its sources, as editors do, whether
 * the project has been built or not.
 */
import { type ts, typescript } from './typescript.ts'

/** The part of a host that reads referenced projects. TypeScript doesn't declare the first method. */
export interface ReferenceHost {
  useSourceOfProjectReferenceRedirect(): boolean
  getParsedCommandLine(file: string): ts.ParsedCommandLine | undefined
}

/** Creates the host. It reads each tsconfig.json once: create it again after one has changed. */
export function createReferenceHost(): ReferenceHost {
  const known = new Map<string, ts.ParsedCommandLine | undefined>()
  const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  return {
    useSourceOfProjectReferenceRedirect: () => true,
    getParsedCommandLine(file) {
      if (!known.has(file)) known.set(file, typescript.getParsedCommandLineOfConfigFile(file, undefined, host))
      return known.get(file)
    },
  }
}
