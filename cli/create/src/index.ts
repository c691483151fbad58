/** `create-fw` creates a new app, and gives `fw add` the files that every new app has. */
export { main } from './main.ts'
export { detectPackageManager, isPackageManager, type PackageManager } from './package-manager.ts'
export { readSharedFile, type SharedFileOptions } from './write-app.ts'
