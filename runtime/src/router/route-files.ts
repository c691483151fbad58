/** The files of the routes folder: their table, and how one is loaded. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRouteTable, type RouteTable } from '#contract/http/route-table.ts'
import type { RouteFile } from '#contract/page/asset.ts'
import { readRouteFiles } from './fs-router.ts'

interface RouteFileOptions<Module> {
  routesDir?: string
  routeFiles?: readonly RouteFile[]
  routeTable?: RouteTable
  loadRoute?: (filePath: string) => Promise<Module>
}

/** Returns the table of the build, or creates it from the names of the files. */
export function readRouteTable({ routeTable, routeFiles, routesDir }: RouteFileOptions<unknown>): RouteTable {
  return routeTable ?? createRouteTable(routeFiles ?? (routesDir === undefined ? [] : readRouteFiles(routesDir)))
}

/** Returns the function that loads a file of the routes folder. */
export function getRouteLoader<Module>({
  loadRoute,
  routesDir,
}: RouteFileOptions<Module>): (filePath: string) => Promise<Module> {
  return (
    loadRoute ??
    ((filePath) => import(/* @vite-ignore: known at run time */ pathToFileURL(join(routesDir ?? '.', filePath)).href))
  )
}
